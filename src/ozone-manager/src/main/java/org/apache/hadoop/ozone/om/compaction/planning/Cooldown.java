// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;

/**
 * Ranges that rounds leave alone on this OM for hours or days: compacting them removed too little, or would take more
 * than a round's budget. Kept in memory. Thread-safe.
 */
public final class Cooldown implements RestingRanges {
  /** Milliseconds for which rounds skip a range at first; later rests last up to {@link #LONGEST_MILLIS}. */
  public static final long FIRST_MILLIS = TimeUnit.HOURS.toMillis(6);
  static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(7);
  /** Time from its begin for which a rest is remembered; meanwhile the next rest of the same keys can be longer. */
  private static final long REMEMBERED_MILLIS = 3 * LONGEST_MILLIS;
  private static final int MAX_RANGES = 1_000;

  private final Clock clock;
  private final List<Rest> rests = new ArrayList<>();

  public Cooldown(Clock clock) {
    this.clock = clock;
  }

  private static final class Rest {
    private final String table;
    private final KeyRange range;
    private final String why;
    private final long since;
    private final long until;

    Rest(String table, KeyRange range, String why, long since, long until) {
      this.table = table;
      this.range = range;
      this.why = why;
      this.since = since;
      this.until = until;
    }

    boolean touches(String otherTable, KeyRange other) {
      return table.equals(otherTable) && range.overlaps(other);
    }

    boolean isIn(String otherTable, KeyRange other) {
      return table.equals(otherTable) && other.contains(range.begin()) && other.contains(range.lastKey());
    }
  }

  /** Also for ranges that share a key with it; {@code why} is a sentence without its full stop. */
  public synchronized void rest(String table, KeyRange range, String why) {
    long now = clock.millis();
    rests.removeIf(rest -> rest.since <= now - REMEMBERED_MILLIS);
    long rested = rests.stream().filter(rest -> rest.touches(table, range)).mapToLong(rest -> now - rest.since).min()
        .orElse(0);
    rests.removeIf(rest -> rest.isIn(table, range));
    rests.add(new Rest(table, range, why, now,
        now + Math.min(LONGEST_MILLIS, Math.max(FIRST_MILLIS, 2 * rested))));
    if (rests.size() > MAX_RANGES) {
      rests.remove(rests.stream().min(Comparator.comparingLong((Rest rest) -> rest.until)).get());
    }
  }

  /** True if a compaction was of use: it removed at least half of the expected tombstones, and at least one. */
  public static boolean isGain(long removed, long expected) {
    return removed > 0 && 2 * removed >= expected;
  }

  /** Ends all rests, as a restart of this OM does. */
  public synchronized void forget() {
    rests.clear();
  }

  @Override
  public synchronized String why(String table, KeyRange range) {
    long now = clock.millis();
    return rests.stream().filter(rest -> rest.until > now && rest.touches(table, range))
        .max(Comparator.comparingLong((Rest rest) -> rest.until))
        .map(rest -> rest.why + ": it rests until " + Instant.ofEpochMilli(rest.until) + '.').orElse(null);
  }
}
