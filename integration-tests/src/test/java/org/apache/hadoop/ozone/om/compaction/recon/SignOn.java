// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import org.apache.hadoop.security.authentication.server.PseudoAuthenticationHandler;

/** Believes the name in {@code user.name} as Hadoop's simple type does, and passes for a type that proves names. */
public final class SignOn extends PseudoAuthenticationHandler {
  public SignOn() {
    super("sign-on");
  }
}
