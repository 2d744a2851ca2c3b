// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.ResponseBuilder;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;

/**
 * Answers in JSON. Does not use Recon's Jackson settings, so that answers are equal to those of the CLI and the OMs.
 */
public final class Json {
  private Json() {
  }

  /**
   * Returns an answer with a model as JSON; with status 304 if the client has it already.
   *
   * @param model the object to send; the entity tag of a job begins with the job's revision
   * @param ifNoneMatch entity tags that the client has; can be null
   */
  public static Response answer(Object model, String ifNoneMatch) {
    return EntityTags.answer(model instanceof JobJson ? ((JobJson) model).getRevision() + "-"
        : "", CompactionJson.bytes(model),
        MediaType.APPLICATION_JSON, ifNoneMatch);
  }

  public static ResponseBuilder accepted(Object model) {
    return Response.accepted(CompactionJson.bytes(model)).type(MediaType.APPLICATION_JSON_TYPE);
  }

  public static Response error(int status, ApiErrorJson error) {
    ResponseBuilder response = Response.status(status).type(MediaType.APPLICATION_JSON_TYPE)
        .entity(CompactionJson.bytes(Errors.presentable(error)));
    if (error.getCode() == ErrorCode.BUSY) {
      response.header(HttpHeaders.RETRY_AFTER, 1);
    }
    return response.build();
  }
}
