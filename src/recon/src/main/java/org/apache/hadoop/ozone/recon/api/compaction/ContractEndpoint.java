// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.recon.api.compaction.answer.JarFile;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/openapi.yaml}: the contract. */
@Path("/om/compaction/openapi.yaml")
@AdminOnly
public class ContractEndpoint {
  @GET
  public Response contract(@Context HttpServletRequest request) throws IOException {
    return JarFile.read(CompactionJson.class, "/org/apache/hadoop/ozone/om/compaction/openapi.yaml")
        .answer("application/yaml", request);
  }
}
