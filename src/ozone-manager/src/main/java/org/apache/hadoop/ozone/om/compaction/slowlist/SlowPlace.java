// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.slowplace.Wait;
import org.apache.hadoop.ozone.om.compaction.text.ModelMapper;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** The position where listing some keys is slowest, and why. Immutable. */
public final class SlowPlace {
  /** The result for keys that have not been searched. */
  public static final SlowPlace NOT_MEASURED = new SlowPlace(null, null, null, 0);
  /** The result for keys where a listing skips no more than a few dead entries. */
  static final SlowPlace HARMLESS = new SlowPlace(null, null, null, 0);

  /** Makes the sentence that says why listing is slow. */
  @FunctionalInterface
  interface Reason {
    /**
     * @param waits      in words, how long a listing takes to skip the tombstones
     * @param tombstones in words, how many tombstones the listing skips
     */
    String tell(String waits, String tombstones);
  }

  private final Wait wait;
  private final Reason why;
  private final PassedTombstones passed;
  private final int others;

  private SlowPlace(Wait wait, Reason why, PassedTombstones passed, int others) {
    this.wait = wait;
    this.why = why;
    this.passed = passed;
    this.others = others;
  }

  /** Returns a position where listing is not slow. */
  static SlowPlace harmless(Wait wait) {
    return new SlowPlace(wait, null, null, 0);
  }

  static SlowPlace slow(Wait wait, PassedTombstones passed, Reason why) {
    return new SlowPlace(wait, why, passed, 0);
  }

  /**
   * Returns the slower of this position and another one, by {@link Wait#SLOWEST_LAST}.
   *
   * @param other a measured position
   */
  SlowPlace orSlower(SlowPlace other) {
    SlowPlace slower = wait == null || Wait.SLOWEST_LAST.compare(other.wait, wait) > 0 ? other : this;
    return isSlow() && other.isSlow()
        ? new SlowPlace(slower.wait, slower.why, slower.passed, others + other.others + 1) : slower;
  }

  /** True if the keys have been searched. */
  public boolean isMeasured() {
    return this != NOT_MEASURED;
  }

  /** True if listing is slow at this position. */
  public boolean isSlow() {
    return passed != null;
  }

  /** A lower bound of the microseconds of a listing from disk at this position; 0 if no seek was measured. */
  public long micros() {
    return wait == null ? 0 : wait.unreadMicros();
  }

  /** The measured seek as the REST model has it; null if there is none. */
  public Seek seek() {
    return ModelMapper.seek(wait);
  }

  /** Says in a sentence or two why listing is slow; null if it is not slow. */
  public String why() {
    if (!isSlow()) {
      return null;
    }
    String sentence = why.tell(ValueFormat.time(wait), ValueFormat.about(passed.all()));
    return others == 0 ? sentence
        : sentence + " So it is in " + ValueFormat.count(others, "other place") + " of these keys.";
  }

  /** The tombstones that a listing skips; null if listing is not slow here. */
  PassedTombstones passed() {
    return passed;
  }
}
