// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

/** Seeks as they were measured, for tests of other packages. */
public final class MeasuredSeeks {
  private MeasuredSeeks() {
  }

  /** A seek from the first key of a table that found none. */
  public static SeekProbe.Seek of(long micros) {
    return new SeekProbe.Seek(null, micros, false, null);
  }
}
