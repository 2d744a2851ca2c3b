// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.annotation.Priority;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.Priorities;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.ext.Provider;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.OzoneSecurityUtil;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.recon.ReconServerConfigKeys;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Errors;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Json;

/**
 * Refuses writes that the configuration forbids, and writes from pages of other sites. The Host header of a write must
 * name one of the {@link AllowedHosts}. A write also needs a header that browsers send only to the site from which the
 * page came.
 */
@Provider
@AdminOnly
@Priority(Priorities.AUTHORIZATION + 1)
public final class WriteFilter implements ContainerRequestFilter {
  static final String WRITES_ENABLED = "ozone.recon.om.range.compaction.writes.enabled";
  static final String OWN_HEADER = "X-Requested-With";
  private static final String AUTH_TYPE = ReconServerConfigKeys.OZONE_RECON_HTTP_AUTH_TYPE;
  private static final String CHARSET = "charset=";
  private static final List<String> READS = Arrays.asList("GET", "HEAD", "OPTIONS");
  private static final List<String> UTF_8 = Arrays.asList("utf-8", "utf8");

  @Context
  private ServletContext server;

  @Override
  public void filter(ContainerRequestContext request) throws RefusedException {
    if (READS.contains(request.getMethod())) {
      return;
    }
    OzoneConfiguration conf = ReconParts.of(server).getInstance(OzoneConfiguration.class);
    requireWrites(conf);
    String host = request.getHeaderString(HttpHeaders.HOST);
    if (!AllowedHosts.of(conf).has(host)) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, "Recon does not know itself by the name '" + host + "', so a"
          + " page of another site may be behind this. Add the name to " + AllowedHosts.MORE
          + " in Recon's ozone-site.xml and restart Recon, or use an address, or a name that is in"
          + " ozone.recon.http-address.");
    }
    String site = request.getHeaderString("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, "A page of another site (Sec-Fetch-Site: " + site
          + ") may not change anything here.");
    }
    String origin = request.getHeaderString("Origin");
    if (origin != null && !isSame(origin, host)) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, "A page of another origin (" + origin
          + ") may not change anything here.");
    }
    if (request.getHeaderString(OWN_HEADER) == null) {
      throw RefusedException.ofParameter(ErrorCode.FORBIDDEN, OWN_HEADER, "The header " + OWN_HEADER + " is missing;"
          + " send it with any value.");
    }
    String type = request.getHeaderString(HttpHeaders.CONTENT_TYPE);
    if (type == null ? mayHaveBody(request) : !isJson(type)) {
      int status = HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE;
      request.abortWith(Json.error(status, Errors.of(status)));
    }
  }

  /**
   * Refuses a write if the configuration forbids writes. Without a setting, also refuses it if the cluster is secure
   * but Recon does not authenticate its users.
   */
  static void requireWrites(OzoneConfiguration conf) throws RefusedException {
    String set = conf.getTrimmed(WRITES_ENABLED);
    if (set != null && !conf.getBoolean(WRITES_ENABLED, false)) {
      throw RefusedException.of(ErrorCode.WRITES_DISABLED, "This Recon only shows; " + WRITES_ENABLED
          + " is " + set + ".")
          .withNextStep("Use 'ozone admin om compaction' instead.");
    }
    // With HTTP security on, AdminOnlyFilter has found out who asks.
    if (set == null && OzoneSecurityUtil.isSecurityEnabled(conf) && !OzoneSecurityUtil.isHttpSecurityEnabled(conf)) {
      throw RefusedException.of(ErrorCode.WRITES_DISABLED,
          "This cluster is secure, but Recon's HTTP server does not find out who asks.")
          .withNextStep("Set " + OzoneConfigKeys.OZONE_HTTP_SECURITY_ENABLED_KEY + "=true and " + AUTH_TYPE
          + "=kerberos, or let every client that reaches Recon write in its name with " + WRITES_ENABLED + "=true; then"
          + " restart Recon. Or use 'ozone admin om compaction'.");
    }
  }

  private static boolean isJson(String type) {
    String[] parts = type.toLowerCase(Locale.ROOT).split(";");
    return parts.length > 0 && parts[0].trim().equals(MediaType.APPLICATION_JSON)
        && Arrays.stream(parts, 1, parts.length).map(String::trim).filter(part -> part.startsWith(CHARSET))
            .allMatch(part -> UTF_8.contains(part.substring(CHARSET.length()).replace("\"", "").trim()));
  }

  private static boolean mayHaveBody(ContainerRequestContext request) {
    return request.getLength() > 0 || request.getHeaderString("Transfer-Encoding") != null;
  }

  /** True if an origin is that of Recon's page. Ignores the scheme, because a TLS proxy changes it. */
  private static boolean isSame(String origin, String host) {
    try {
      URI from = URI.create(origin);
      String authority = from.getPort() >= 0 ? from.getAuthority()
          : from.getAuthority() + ("https".equals(from.getScheme()) ? ":443" : ":80");
      return host != null && from.getAuthority() != null
          && (host.equalsIgnoreCase(from.getAuthority()) || host.equalsIgnoreCase(authority));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
