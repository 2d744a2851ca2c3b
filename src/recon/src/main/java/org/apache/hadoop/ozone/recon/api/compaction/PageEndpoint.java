// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.recon.api.compaction.answer.JarFile;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/ui/}: serves the files of the page, from its jar. */
@Path("/om/compaction/ui")
@AdminOnly
public class PageEndpoint {
  private static final String FILES = "/org/apache/hadoop/ozone/recon/api/compaction/ui/";
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*");
  /** Media types by file name extension; the page's build makes no other files. */
  private static final Map<String, String> TYPES = ImmutableMap.of(
      "html", "text/html; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "svg", "image/svg+xml",
      "md", "text/plain; charset=utf-8");
  /** Content security policy that makes browsers block the page's requests to other hosts. */
  private static final String OWN_FILES_ONLY = "default-src 'self'; object-src 'none'; base-uri 'none';"
      + " form-action 'none'; frame-ancestors 'self'";
  /** Names of files in this folder contain a digest of the file's content, so browsers can keep the files forever. */
  private static final String HASHED = "assets/";
  private static final String KEEP = "private, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "no-cache";

  /**
   * Serves the page. An address without a slash at its end gets an HTML page that redirects, because an HTTP redirect
   * would contain a host name that an attacker can choose.
   */
  @GET
  public Response page(@Context UriInfo uri, @Context HttpServletRequest request) throws IOException {
    // The page's relative links need the slash.
    return uri.getPath().endsWith("/") ? file("index.html", request)
        : Response.ok("<!doctype html><title>Range compaction</title>"
            + "<meta http-equiv=\"refresh\" content=\"0; url=ui/\"><a href=\"ui/\">Range compaction</a>",
            TYPES.get("html"))
            .header(HttpHeaders.CACHE_CONTROL, ASK_AGAIN).build();
  }

  @GET
  @Path("/{file: .+}")
  public Response file(@PathParam("file") String file, @Context HttpServletRequest request) throws IOException {
    String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    if (type == null || !NAME.matcher(file).matches()) {
      throw RefusedException.of(ErrorCode.NOT_FOUND, "There is no such file.");
    }
    Response answer = JarFile.answer(PageEndpoint.class, FILES + file, type, request);
    answer.getHeaders().putSingle("Content-Security-Policy", OWN_FILES_ONLY);
    answer.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, file.startsWith(HASHED) ? KEEP : ASK_AGAIN);
    return answer;
  }
}
