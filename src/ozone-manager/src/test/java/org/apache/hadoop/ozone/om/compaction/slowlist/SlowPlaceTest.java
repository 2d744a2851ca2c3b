// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.seek.MeasuredSeeks;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.text.Words;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowPlaceTest {
  private static final byte[] BEGIN = {'a'};
  private static final byte[] END = {'b'};

  private static SlowPlace place(long micros, boolean slow) {
    SeekProbe.Seek seek = MeasuredSeeks.of(micros);
    SpanStatistics keys = TableStatistics.take(LsmTable.of("keyTable", 7,
        List.of(new SstFile("1.sst", 6, BEGIN, BEGIN, 1_000, 1_000, 1_000, false))), List.of())
        .of(BucketSpan.unattributed("keyTable", BEGIN, END));
    return slow ? SlowPlace.slow(seek, new PassedTombstones(seek, keys, new CountInterval(0, 0), null),
        (waits, tombstones) -> "A list waits " + waits + " for " + tombstones + ".") : SlowPlace.harmless(seek);
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
    assertThat(slower.why()).isEqualTo(oneIsSlow || otherIsSlow
        ? "A list waits " + Words.time(MeasuredSeeks.of(expected)) + " for 1,000." : null);
  }
}
