// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

/** The order of keys in every table of om.db: bytes, unsigned. */
public final class KeyOrder {
  private KeyOrder() {
  }

  /** As {@link java.util.Comparator#compare}. */
  public static int compare(byte[] a, byte[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++) {
      if (a[i] != b[i]) {
        return (a[i] & 0xFF) - (b[i] & 0xFF);
      }
    }
    return a.length - b.length;
  }
}
