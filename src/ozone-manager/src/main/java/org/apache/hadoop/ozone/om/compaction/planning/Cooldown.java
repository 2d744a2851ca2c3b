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
 * Ranges that rounds of the automatic service leave alone on this OM for a while, because compacting them removed too
 * little: 6 hours the first time, then twice the time since the last attempt, 7 days at most. Otherwise tombstones that
 * RocksDB cannot drop would be rewritten for ever (scylladb#3772). Kept in memory: files differ between OMs, and an OM
 * that was restarted tries once more. Thread-safe.
 */
public final class Cooldown implements RestingRanges {
  /** First rest of a range. Between its first three attempts lie at least this and twice this. */
  public static final long FIRST_MILLIS = TimeUnit.HOURS.toMillis(6);
  static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(7);
  /**
   * A range that has rested for the longest time, and is tried again within the two weeks after that, rests for the
   * longest time again.
   */
  private static final long REMEMBERED_MILLIS = 3 * LONGEST_MILLIS;
  private static final int MAX_RANGES = 1_000;

  private final Clock clock;
  private final List<Rest> rests = new ArrayList<>();

  public Cooldown(Clock clock) {
    this.clock = clock;
  }

  /** A range that rests, and for how long. */
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

  /**
   * Lets a range rest, and with it all ranges that share a key with it, as the next plan may cut ranges differently.
   *
   * @param why a sentence without its full stop; "until" and a time follow it
   */
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
