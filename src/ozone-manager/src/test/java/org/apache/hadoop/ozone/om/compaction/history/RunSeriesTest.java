// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RunSeriesTest {
  private static final long NONE = RunSeries.UNKNOWN;

  private static RunSeries series(long... tombstones) {
    return new RunSeries(1_000, 10_000, tombstones);
  }

  static Stream<Arguments> slopes() {
    return Stream.of(
        Arguments.of("grows", series(0, 10, 20, 30), 10),
        Arguments.of("stays", series(7, 7, 7), 0),
        Arguments.of("goes", series(40, 35, 30), -5),
        Arguments.of("one that is odd", series(0, 10, 20, 900, 40, 50, 60), 10),
        Arguments.of("nothing seen for a while", series(0, NONE, NONE, 30, 40), 10),
        Arguments.of("only since it was compacted", series(0, 100, 200, 300, 0, 5, 10, 15), 5),
        Arguments.of("only the last two days of hours",
            series(LongStream.concat(LongStream.range(0, 100).map(i -> 50_000 + 100 * i),
                LongStream.range(0, 48).map(i -> 60_000 + 3 * i)).toArray()), 3));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("slopes")
  void slope(String what, RunSeries series, double perInterval) {
    assertThat(series.slope()).hasValueCloseTo(perInterval, within(1e-9));
  }

  static Stream<RunSeries> tooFew() {
    return Stream.of(series(), series(5), series(5, 6), series(NONE, NONE, 5, 6), series(10, 20, 30, 0, 1));
  }

  @ParameterizedTest
  @MethodSource("tooFew")
  void twoSayNothing(RunSeries series) {
    assertThat(series.slope()).isEqualTo(OptionalDouble.empty());
  }

  /** Up to a quarter of them may be anything. */
  @Test
  void aFewOddOnesDoNotMoveIt() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int slope = 1 + random.nextInt(1_000);
      long[] tombstones = LongStream.range(0, 48).map(i -> 1_000_000 + slope * i).toArray();
      for (int odd = 0; odd < 6; odd++) {
        tombstones[random.nextInt(48)] += random.nextInt(400_000);
      }
      assertThat(series(tombstones).slope().getAsDouble()).isBetween(0.0, 10_000.0)
          .isCloseTo(slope, within(0.5 * slope + 4_000));
    }
  }

  @Test
  void beginsWithWhatIsKnown() {
    assertThat(series(NONE, NONE, 3, NONE, 5).tombstones()).containsExactly(3, NONE, 5);
    assertThat(series(NONE, NONE).tombstones()).isEmpty();
  }
}
