// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.recon.api.compaction.answer.JarFile;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/**
 * {@code GET /api/v1/om/compaction/navigation.js}: adds the entry to Recon's navigation. Users who may not see the page
 * get no script, and so no entry.
 */
@Path("/om/compaction/navigation.js")
@AdminOnly
public class NavigationEndpoint {
  @GET
  public Response script(@Context HttpServletRequest request) throws IOException {
    return JarFile.read(NavigationEndpoint.class, "/org/apache/hadoop/ozone/recon/api/compaction/navigation.js")
        .answer("text/javascript; charset=utf-8", request);
  }
}
