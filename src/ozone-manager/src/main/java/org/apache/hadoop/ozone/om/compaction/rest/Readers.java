// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.security.Principal;
import java.util.function.Predicate;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdds.server.http.HttpServer2;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.ProvenNames;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Decides who may read bucket names and jobs. With security on, only authenticated administrators and read-only
 * administrators may. While admin authorization is off, every authenticated user may. The configuration can allow
 * unauthenticated reads.
 */
public final class Readers {
  private static final String AUTHENTICATION_INITIALIZER =
      "org.apache.hadoop.security.AuthenticationFilterInitializer";

  private final Predicate<UserGroupInformation> mayRead;

  private Readers(Predicate<UserGroupInformation> mayRead) {
    this.mayRead = mayRead;
  }

  /** Returns who may read from an OM, by the OM's configuration. */
  public static Readers of(OzoneManager om, CompactionConfig config) {
    if (!om.isSecurityEnabled() || config.isUnauthenticatedReads()) {
      return everybody();
    }
    return only(user -> !om.isAdminAuthorizationEnabled() || om.isAdmin(user) || om.isReadOnlyAdmin(user));
  }

  /** Lets everybody read, without authentication. */
  public static Readers everybody() {
    return new Readers(null);
  }

  /** Lets an authenticated user read if {@code mayRead} is true for this user. */
  public static Readers only(Predicate<UserGroupInformation> mayRead) {
    return new Readers(mayRead);
  }

  /** @throws RefusedException FORBIDDEN or UNAUTHENTICATED; its next step names what to configure */
  void check(HttpServletRequest request) throws RefusedException {
    if (mayRead == null) {
      return;
    }
    Principal caller = request.getUserPrincipal();
    if (caller == null || !ProvenNames.isProof(request.getAuthType())) {
      throw RefusedException.of(ErrorCode.UNAUTHENTICATED,
          "This cluster is secure, but OM's HTTP server has not authenticated you.")
          .withNextStep("Set " + OzoneConfigKeys.OZONE_HTTP_SECURITY_ENABLED_KEY + "=true, "
          + HttpServer2.FILTER_INITIALIZER_PROPERTY + "=" + AUTHENTICATION_INITIALIZER + " and "
          + OMConfigKeys.OZONE_OM_HTTP_AUTH_TYPE + "=kerberos (with its principal and keytab) for every OM, or "
          + CompactionConfig.UNAUTHENTICATED_READS + "=true to serve everybody; then restart the OMs and look with"
          + " 'ozone admin om compaction nodes'. Until then jobs can be submitted and cancelled, not watched.");
    }
    if (!isAllowed(caller.getName())) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, "User " + caller.getName()
          + " is not an OM administrator: add the user to " + OzoneConfigKeys.OZONE_ADMINISTRATORS + " or "
          + OzoneConfigKeys.OZONE_READONLY_ADMINISTRATORS + ".");
    }
  }

  private boolean isAllowed(String principal) {
    try {
      return mayRead.test(UserGroupInformation.createRemoteUser(principal));
    } catch (IllegalArgumentException e) {
      // Not allowed: no rule of hadoop.security.auth_to_local maps this principal to a user.
      return false;
    }
  }
}
