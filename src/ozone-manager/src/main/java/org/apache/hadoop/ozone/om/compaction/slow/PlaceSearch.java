// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * Finds both ends of a place and counts what lies between, from a key among its dead entries. Works in steps and can go
 * on later. Not thread-safe.
 */
final class PlaceSearch {
  /** After the deadline, a search ends when so many steps have given up and none has passed a key. */
  private static final int MOST_GIVEN_UP = 6;

  private final DeadCounts counts;
  private final Passage passage;
  private byte[] begin;
  private byte[] end;
  private boolean beginFound;
  private boolean endFound;
  private DeadEntries dead;
  private long micros;

  /** @param isBegin true if the key is directly behind a live key, or the first key of the table */
  PlaceSearch(DeadCounts counts, byte[] key, boolean isBegin) {
    this.counts = counts;
    this.passage = new Passage(counts);
    this.begin = key;
    this.end = key;
    this.beginFound = isBegin;
    this.dead = DeadEntries.NONE;
  }

  /** @param part a part of a place, which is gone on with at both ends */
  PlaceSearch(DeadCounts counts, Place part) {
    this(counts, part.keys().begin(), false);
    this.end = part.keys().end();
    this.dead = part.dead();
    this.micros = part.measuredMicros();
  }

  /** Goes on until both ends are found or the deadline is over; passes some dead entries in any case, if it can. */
  PlaceSearch until(Deadline deadline) throws DatabaseUnavailableException {
    boolean passed = false;
    int gaveUp = 0;
    while (!endFound && (!deadline.isOver() || !passed && gaveUp < MOST_GIVEN_UP)) {
      Passage.Step step = passage.forward(end, deadline.step());
      if (step == null) {
        gaveUp++;
      } else {
        passed = true;
        endFound = step.isLast();
        pass(end, step.to(), step.micros());
        end = step.to();
      }
    }
    while (!beginFound && !deadline.isOver()) {
      Passage.Step step = begin.length == 0 ? null : passage.backward(begin, deadline.step());
      if (begin.length == 0) {
        beginFound = true;
      } else if (step != null) {
        beginFound = step.isLast();
        byte[] from = step.isAtLiveKey() ? Keys.after(step.to()) : step.to();
        pass(from, begin, step.micros());
        begin = from;
      }
    }
    return this;
  }

  private void pass(byte[] from, byte[] to, long took) throws DatabaseUnavailableException {
    if (Keys.compare(from, to) < 0) {
      dead = dead.plus(counts.between(from, to));
      micros += took;
    }
  }

  /** From directly behind a live key on; later keys if the begin is not found yet. */
  byte[] begin() {
    return begin;
  }

  /** The next live key; an earlier key if it is not found yet. */
  byte[] end() {
    return end;
  }

  Place place(WaitLimit limit, FileEntries files) {
    BucketSpan keys =
        BucketSpan.unattributed(counts.table(), begin, Keys.max(end, Keys.after(begin)));
    return new Place(keys, dead, limit.isReachedBy(dead), micros, beginFound && endFound,
        files.namesIn(keys.begin(), keys.end()));
  }
}
