// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.text.Models;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/** The place among some keys where a list waits longest, and the tombstones that it waits for. Immutable. */
public final class SlowPlace {
  /** A place that was not measured. */
  public static final SlowPlace NOT_MEASURED = new SlowPlace(null, null, null, null);
  /** Fewer do not explain a slow seek. */
  static final long FEW_TOMBSTONES = 500;
  /** Two seeks over the same tombstones hardly ever differ by more. */
  private static final double CLEARLY = 1.5;

  /** One sentence for people. */
  @FunctionalInterface
  interface Reason {
    /**
     * @param waits      how long a list waits at the place, in words
     * @param tombstones the number that it waits for, in words
     */
    String tell(String waits, String tombstones);
  }

  private final SeekProbe.Seek seek;
  private final SeekProbe.Seek atRun;
  private final Reason why;
  private final PassedTombstones passed;

  private SlowPlace(SeekProbe.Seek seek, SeekProbe.Seek atRun, Reason why,
      PassedTombstones passed) {
    this.seek = seek;
    this.atRun = atRun;
    this.why = why;
    this.passed = passed;
  }

  /** A place where no list waits for tombstones. */
  static SlowPlace harmless(SeekProbe.Seek seek) {
    return new SlowPlace(seek, null, null, null);
  }

  /** A place where a list waits, unless there turn out to be few tombstones. */
  static SlowPlace slow(SeekProbe.Seek seek, PassedTombstones passed, Reason why) {
    return new SlowPlace(seek, null, why, passed);
  }

  /** The same place, with what was measured at the densest run. */
  SlowPlace withRun(SeekProbe.Seek measured) {
    return new SlowPlace(seek, measured, why, passed);
  }

  /**
   * The slower of two, one that waits for tombstones before any other. Where the other's tombstones lie among those of
   * this one, it is told of this one's, with the longer time: which measurement is the longer is chance.
   */
  SlowPlace orSlower(SlowPlace other) {
    boolean clearlySlower = seek == null || other.seek != null && other.seek.micros() > CLEARLY * seek.micros();
    boolean otherIsFirst = (passed == null) == (other.passed == null) ? clearlySlower : other.passed != null;
    if (!otherIsFirst) {
      return this;
    }
    SlowPlace told = passed != null && passed.contains(other.passed) ? this : other;
    return new SlowPlace(other.seek, atRun == null ? other.atRun : atRun, told.why, told.passed);
  }

  /** Whether there was time to measure. */
  public boolean isMeasured() {
    return seek != null;
  }

  /** Whether a list waits here for tombstones. */
  public boolean isSlow() {
    return passed != null && passed.all().most() >= FEW_TOMBSTONES;
  }

  /** Microseconds; 0 if not measured. */
  public long micros() {
    return seek == null ? 0 : seek.micros();
  }

  /** Null if not measured. */
  public Seek seek() {
    return Models.seek(seek);
  }

  /** At the densest run; null if not measured. */
  public Seek seekAtRun() {
    return Models.seek(atRun);
  }

  /** One sentence for people; null unless slow. */
  public String why() {
    return isSlow() ? why.tell(Words.time(seek), Words.count(passed.all())) : null;
  }

  /** The tombstones that a list waits for; null unless slow. */
  PassedTombstones passed() {
    return passed;
  }
}
