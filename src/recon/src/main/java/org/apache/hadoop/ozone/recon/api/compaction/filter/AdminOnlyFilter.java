// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import com.google.inject.Injector;
import java.security.Principal;
import javax.annotation.Priority;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.Priorities;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.core.Context;
import javax.ws.rs.ext.Provider;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.OzoneSecurityUtil;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.ProvenNames;
import org.apache.hadoop.ozone.recon.ReconServer;
import org.apache.hadoop.ozone.recon.ReconServerConfigKeys;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Refuses everybody but Recon's administrators if HTTP security is on. Recon's own filter authenticates users, but
 * requires an administrator only if Ozone's authorization is on as well, and by default it believes any name.
 */
@Provider
@AdminOnly
@Priority(Priorities.AUTHORIZATION)
public final class AdminOnlyFilter implements ContainerRequestFilter {
  @Context
  private ServletContext server;
  @Context
  private HttpServletRequest request;

  @Override
  public void filter(ContainerRequestContext context) throws RefusedException {
    Injector recon = ReconParts.of(server);
    if (OzoneSecurityUtil.isHttpSecurityEnabled(recon.getInstance(OzoneConfiguration.class))) {
      Principal user = request.getUserPrincipal();
      if (user == null || !ProvenNames.isProof(request.getAuthType())) {
        throw RefusedException.of(ErrorCode.FORBIDDEN, "Recon's HTTP server does not find out who asks.")
            .withNextStep("Set " + ReconServerConfigKeys.OZONE_RECON_HTTP_AUTH_TYPE + "=kerberos (with its principal"
            + " and keytab) in Recon's ozone-site.xml and restart Recon. Until then use 'ozone admin om compaction'.");
      }
      if (!recon.getInstance(ReconServer.class).isAdmin(UserGroupInformation.createRemoteUser(user.getName()))) {
        throw RefusedException.of(ErrorCode.FORBIDDEN, user.getName() + " is not an administrator of Recon;"
            + " ozone.administrators and ozone.recon.administrators name them.");
      }
    }
  }
}
