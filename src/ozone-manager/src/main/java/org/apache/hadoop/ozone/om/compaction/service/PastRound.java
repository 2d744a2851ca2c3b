// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.Map;

/** What a round has done, as its job's record tells. Immutable. */
final class PastRound {
  private final long lastMillis;
  private final Map<String, Long> bytesByNode;
  private final boolean forOverdue;

  /**
   * @param lastMillis  since 1970: no byte of it was written later
   * @param bytesByNode written, by node id
   * @param forOverdue  whether it took what was overdue, and not what hurts or is in debt
   */
  PastRound(long lastMillis, Map<String, Long> bytesByNode, boolean forOverdue) {
    this.lastMillis = lastMillis;
    this.bytesByNode = Collections.unmodifiableMap(bytesByNode);
    this.forOverdue = forOverdue;
  }

  long lastMillis() {
    return lastMillis;
  }

  Map<String, Long> bytesByNode() {
    return bytesByNode;
  }

  boolean isForOverdue() {
    return forOverdue;
  }
}
