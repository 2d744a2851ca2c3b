// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.seek.MeasuredSeeks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowPlaceTest {
  private static SlowPlace place(long micros, boolean slow) {
    return slow ? SlowPlace.slow(MeasuredSeeks.of(micros), null, micros + " us")
        : SlowPlace.harmless(MeasuredSeeks.of(micros));
  }

  @ParameterizedTest
  @CsvSource(textBlock = """
      10000, true,   9000, true,  10000
      10000, true,  14000, true,  10000
      10000, true,  16000, true,  16000
       8000, false,  9000, true,   9000
       9000, true,  90000, false,  9000
         100, false,    200, false,    200
      """)
  void slowerOfTwoPlacesWaitsForTombstones(long one, boolean oneIsSlow, long other, boolean otherIsSlow,
      long expected) {
    SlowPlace slower = place(one, oneIsSlow).orSlower(place(other, otherIsSlow));
    assertThat(slower.micros()).isEqualTo(expected);
    assertThat(slower.isSlow()).isEqualTo(oneIsSlow || otherIsSlow);
  }
}
