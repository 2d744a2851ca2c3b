// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.text.Models;

/** Where a list of some keys waits longest, and why. Immutable. */
final class SlowPlace {
  static final SlowPlace NOT_MEASURED = new SlowPlace(null, null, null);
  /** Two seeks over the same tombstones hardly ever differ by more. */
  private static final double CLEARLY = 1.5;

  private final SeekProbe.Seek seek;
  private final SeekProbe.Seek atRun;
  private final String why;

  private SlowPlace(SeekProbe.Seek seek, SeekProbe.Seek atRun, String why) {
    this.seek = seek;
    this.atRun = atRun;
    this.why = why;
  }

  /** @param why one sentence; null where a list does not wait for tombstones */
  static SlowPlace of(SeekProbe.Seek seek, String why) {
    return new SlowPlace(seek, null, why);
  }

  /** The same place, with what was measured at the densest run. */
  SlowPlace withRun(SeekProbe.Seek measured) {
    return new SlowPlace(seek, measured, why);
  }

  /** The slower of two; this one where the same tombstones make both slow. */
  SlowPlace orSlower(SlowPlace other) {
    boolean otherIsSlower = seek == null || other.seek != null && other.seek.micros() > CLEARLY * seek.micros();
    return otherIsSlower ? new SlowPlace(other.seek, atRun == null ? other.atRun : atRun, other.why) : this;
  }

  boolean isMeasured() {
    return seek != null;
  }

  /** Microseconds; 0 if not measured. */
  long micros() {
    return seek == null ? 0 : seek.micros();
  }

  /** Null if not measured. */
  Seek seek() {
    return Models.seek(seek);
  }

  /** At the densest run; null if not measured. */
  Seek seekAtRun() {
    return Models.seek(atRun);
  }

  /** Null where nothing is wrong. */
  String why() {
    return why;
  }
}
