// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** Keys of a table between two live keys, with more than a few dead entries among them. Immutable. */
public final class Place {
  public static final Comparator<Place> SLOWEST_LAST = Comparator.comparingLong(Place::waitMicros);

  private final BucketSpan keys;
  private final DeadEntries dead;
  private final boolean slow;
  private final long measuredMicros;
  private final boolean whole;
  private final List<String> files;

  /**
   * @param keys           from behind one live key up to the next one, exclusive; for a part of a place, the part that
   *                       has been passed
   * @param slow           true if a list is slow there, by the limit that the look has
   * @param measuredMicros what passing the dead entries took
   * @param whole          false if the keys are only a part of the place
   * @param files          names of the SST files that may hold these keys
   */
  Place(BucketSpan keys, DeadEntries dead, boolean slow, long measuredMicros, boolean whole, List<String> files) {
    this.keys = keys;
    this.dead = dead;
    this.slow = slow;
    this.measuredMicros = measuredMicros;
    this.whole = whole;
    this.files = files;
  }

  Place with(DeadEntries now, WaitLimit limit) {
    return new Place(keys, now, limit.isReachedBy(now), measuredMicros, whole, files);
  }

  public String table() {
    return keys.table();
  }

  /** True if no live key of the table lies before these keys, so that every list of the table passes them. */
  public boolean isHead() {
    return keys.begin().length == 0;
  }

  public BucketSpan keys() {
    return keys;
  }

  /** The live key before these keys; null at the table's begin. */
  public byte[] before() {
    return isHead() ? null : Keys.before(keys.begin());
  }

  /** The dead entries that a list passes here; a lower bound if the place is not {@link #isEndReached}. */
  public DeadEntries dead() {
    return dead;
  }

  /** Microseconds that a list waits here if it reads from disk; an estimate by {@link #dead}. */
  public long waitMicros() {
    return WaitLimit.waitMicros(dead);
  }

  /** True if a list is slow here, see {@link WaitLimit}. */
  public boolean isSlow() {
    return slow;
  }

  /** Microseconds that it took to pass the dead entries once, when the place was found. */
  public long measuredMicros() {
    return measuredMicros;
  }

  /** False if the dead entries go on beyond these keys, because the look ended before the next live key. */
  public boolean isEndReached() {
    return whole;
  }

  /** Names of the SST files that may hold these keys. The counts of the place hold as long as these are the same. */
  List<String> files() {
    return files;
  }
}
