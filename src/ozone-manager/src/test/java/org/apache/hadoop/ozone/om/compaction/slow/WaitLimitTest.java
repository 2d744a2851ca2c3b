// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitLimitTest {
  /** Otherwise there were slow places that no job compacts and no job flushes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 9, 10, 11, 500, 10_000, 20_000})
  void whatMakesAListSlowIsCompactedOrFlushed(long deadEntries) {
    WaitLimit limit = WaitLimit.of(deadEntries * WaitLimit.MICROS_OF_A_DEAD_ENTRY);
    for (long tombstones = 0; tombstones <= deadEntries; tombstones++) {
      for (long inMemory : new long[] {0, 1, deadEntries / 2, deadEntries, 2 * deadEntries}) {
        DeadEntries dead = new DeadEntries(exactly(2 * tombstones), exactly(tombstones), exactly(inMemory),
            exactly(inMemory), 100 * tombstones);
        assertThat(!limit.isReachedBy(dead) || limit.isEasedByCompaction(dead) || limit.needsFlush(dead))
            .as("%d tombstones in files, %d in memory", tombstones, inMemory).isTrue();
      }
    }
  }

  private static CountInterval exactly(long count) {
    return new CountInterval(count, count);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
      "nothing,                               0,      0,         0,   0",
      "tombstones over small puts,            20_000, 2_000_000, 0,   13_815",
      "tombstones of keys that never settled, 10_000, 300_000,   0,   5_572",
      "few that hide large values,            200,    104857600, 0,   200_100",
      "in memory,                             0,      0,         500, 250",
  })
  void waitIsWhatAListPasses(String what, String inFiles, long bytes, String inMemory, String micros) {
    DeadEntries dead = new DeadEntries(exactly(number(inFiles)), exactly(number(inFiles) / 2),
        exactly(number(inMemory)), exactly(number(inMemory)), bytes);
    assertThat(WaitLimit.waitMicros(dead)).as(what).isEqualTo(number(micros));
  }

  private static long number(String text) {
    return Long.parseLong(text.replace("_", ""));
  }

  /** The command calls a list of fewer tombstones fast that was not measured. */
  @ParameterizedTest
  @ValueSource(longs = {1, 5_000, 60_000_000})
  void placesWithMoreThanAFewTombstonesAreFoundWhateverTheLimit(long micros) {
    assertThat(WaitLimit.of(micros).fewDeadEntries()).isBetween(1L, SpanStatistics.FEW_TOMBSTONES);
  }
}
