// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

/** The order in which nodes give a list's rows, as the merged page has to know it. */
final class Sort {
  /** Behind every name. */
  private static final String LAST = "\uffff";

  private Sort() {
  }

  /** What belongs to no bucket comes last, as on the nodes. */
  static String name(String volume, String bucket) {
    return bucket == null ? LAST : "/" + volume + "/" + bucket;
  }
}
