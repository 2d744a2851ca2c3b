// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Keys that rounds leave alone for a while, as compacting them removed less than half of the tombstones that it
 * should have: 6 hours the first time, then twice as long each time, 7 days at most. Otherwise what cannot go would be
 * rewritten for ever (scylladb#3772). Each OM remembers for itself, as files differ, and forgets when it is restarted,
 * which costs one attempt. Thread-safe.
 */
final class Rests {
  static final long FIRST_MILLIS = TimeUnit.HOURS.toMillis(6);
  static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(7);
  private static final int MAX_KEPT = 1_000;

  /** Keys, and until when and how long they rest. */
  private static final class Rest {
    private final String table;
    private final KeyRange range;
    private final long until;
    private final long millis;

    Rest(String table, KeyRange range, long until, long millis) {
      this.table = table;
      this.range = range;
      this.until = until;
      this.millis = millis;
    }

    boolean touches(Candidate candidate) {
      return table.equals(candidate.table()) && Keys.compare(range.begin(), candidate.range().lastKey()) <= 0
          && Keys.compare(candidate.range().begin(), range.lastKey()) <= 0;
    }
  }

  private final List<Rest> rests = new ArrayList<>();

  /**
   * @param removed tombstones that compacting a candidate has removed
   * @param now     milliseconds since 1970
   */
  synchronized void compacted(Candidate candidate, long removed, long now) {
    long before = rests.stream().filter(rest -> rest.touches(candidate)).mapToLong(rest -> rest.millis).max().orElse(0);
    rests.removeIf(rest -> rest.touches(candidate));
    if (removed * 2 < candidate.tombstones()) {
      long millis = before == 0 ? FIRST_MILLIS : Math.min(LONGEST_MILLIS, 2 * before);
      rests.add(new Rest(candidate.table(), candidate.range(), now + millis, millis));
      if (rests.size() > MAX_KEPT) {
        rests.remove(rests.stream().min(Comparator.comparingLong(rest -> rest.until)).get());
      }
    }
  }

  /** @return milliseconds since 1970; 0 if it does not rest */
  synchronized long until(Candidate candidate) {
    return rests.stream().filter(rest -> rest.touches(candidate)).mapToLong(rest -> rest.until).max().orElse(0);
  }
}
