// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/sst-files}: the LSM map of a bucket span, or of a whole table. */
@Path("/om/compaction/sst-files")
@AdminOnly
public class SstFilesEndpoint extends RingEndpoint {
  @GET
  public Response sstFiles() throws IOException {
    return read(QueryRules.SST_FILES, Ring::sstFiles);
  }
}
