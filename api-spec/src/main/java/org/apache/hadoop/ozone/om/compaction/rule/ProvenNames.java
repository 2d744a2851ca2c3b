// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Tells whether an HTTP server has proved who a user is. */
public final class ProvenNames {
  private ProvenNames() {
  }

  /**
   * True if the authentication type proves who the user is. "simple" accepts any name that the caller gives.
   *
   * @param authType of the request; null for Hadoop's static user (dr.who)
   */
  public static boolean isProof(String authType) {
    return authType != null && !authType.equalsIgnoreCase("simple");
  }
}
