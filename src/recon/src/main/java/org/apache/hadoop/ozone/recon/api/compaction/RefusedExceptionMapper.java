// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import javax.ws.rs.core.Response;
import javax.ws.rs.ext.ExceptionMapper;
import javax.ws.rs.ext.Provider;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Errors;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Json;

/** Answers refusals as JSON. Recon's answers to its own exceptions stay as they are. */
@Provider
public final class RefusedExceptionMapper implements ExceptionMapper<RefusedException> {
  @Override
  public Response toResponse(RefusedException refusal) {
    return Json.error(Errors.status(refusal.getCode()), refusal.toApiError());
  }
}
