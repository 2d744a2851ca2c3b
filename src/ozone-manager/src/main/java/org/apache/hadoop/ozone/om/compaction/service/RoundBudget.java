// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongBiFunction;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;

/**
 * The bytes that a round may write now: ranges where a list is slow may use at most 3/4 of a day's, others as much.
 */
final class RoundBudget {
  static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final long all;
  private final long forWaits;
  private final long forOthers;

  private RoundBudget(long all, long forWaits, long forOthers) {
    this.all = Math.max(0, all);
    this.forWaits = Math.max(0, forWaits);
    this.forOthers = Math.max(0, forOthers);
  }

  /**
   * {@code dailyBytes} is the limit for one OM in any 24 hours; {@code past} are rounds of at least the last 24 hours;
   * {@code now} is in milliseconds since 1970.
   */
  static RoundBudget left(long dailyBytes, Collection<PastRound> past, long now) {
    return new RoundBudget(dailyBytes - spent(past, now),
        most(dailyBytes) - mostWritten(past, now, PastRound::bytesForWaits),
        most(dailyBytes) - mostWritten(past, now, PastRound::bytesForOthers));
  }

  /** Returns the maximum bytes in any 24 hours for ranges where a list is slow, and likewise for all other ranges. */
  static long most(long dailyBytes) {
    return dailyBytes - dailyBytes / 4;
  }

  /** Returns how many bytes rounds of the last 24 hours wrote on the OM that wrote most. */
  static long spent(Collection<PastRound> past, long now) {
    return mostWritten(past, now, PastRound::bytes);
  }

  private static long mostWritten(Collection<PastRound> past, long now, ToLongBiFunction<PastRound, String> written) {
    Map<String, Long> byNode = new HashMap<>();
    for (PastRound round : past) {
      if (round.lastMillis() > now - DAY_MILLIS) {
        round.nodes().forEach(node -> byNode.merge(node, written.applyAsLong(round, node), Long::sum));
      }
    }
    return byNode.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** @return the bytes that may still be written for ranges where a list is slow (WAITS), for OTHERS, or for ALL */
  long of(JobPart part) {
    return part == JobPart.WAITS ? forWaits : part == JobPart.OTHERS ? forOthers : all;
  }
}
