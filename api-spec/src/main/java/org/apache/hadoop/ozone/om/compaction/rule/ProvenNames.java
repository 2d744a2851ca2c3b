// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Tells whether an HTTP server has proved who a user is. */
public final class ProvenNames {
  private ProvenNames() {
  }

  /** "simple" accepts any name that the caller gives; null stands for Hadoop's static user (dr.who). */
  public static boolean isProof(String authType) {
    return authType != null && !authType.equalsIgnoreCase("simple");
  }
}
