// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;

/**
 * Bytes that may be written now. A quarter of a day's bytes is for what is overdue, so that it gets its turn whatever
 * else hurts. Of the rest a third is kept for what hurts: a list that is slow must not wait for a day because all was
 * spent on what is merely worth it. Immutable.
 */
final class RoundBudget {
  static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final long overdue;
  private final long hurting;
  private final long debt;

  private RoundBudget(long overdue, long hurting, long debt) {
    this.overdue = overdue;
    this.hurting = hurting;
    this.debt = debt;
  }

  /**
   * @param dailyBytes that may be written on one node in any 24 hours
   * @param past       rounds of the last 24 hours at least
   * @param now        milliseconds since 1970
   */
  static RoundBudget left(long dailyBytes, Collection<PastRound> past, long now) {
    long quarter = dailyBytes / 4;
    long others = mostWritten(past, now, false);
    return new RoundBudget(Math.max(0, quarter - mostWritten(past, now, true)),
        Math.max(0, dailyBytes - quarter - others), Math.max(0, dailyBytes - 2 * quarter - others));
  }

  /** Bytes of all rounds of the last 24 hours, by the node that wrote most. */
  static long spent(Collection<PastRound> past, long now) {
    return mostWritten(past, now, true) + mostWritten(past, now, false);
  }

  /** By the node that wrote most. */
  private static long mostWritten(Collection<PastRound> past, long now, boolean overdue) {
    Map<String, Long> byNode = new HashMap<>();
    for (PastRound round : past) {
      if (round.isForOverdue() == overdue && round.lastMillis() > now - DAY_MILLIS) {
        round.bytesByNode().forEach((node, bytes) -> byNode.merge(node, bytes, Long::sum));
      }
    }
    return byNode.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** For candidates of an urgency; those that hurt and those that are in debt draw on the same. */
  long of(ServiceUrgency urgency) {
    switch (urgency) {
      case OVERDUE:
        return overdue;
      case HURTING:
        return hurting;
      default:
        return debt;
    }
  }
}
