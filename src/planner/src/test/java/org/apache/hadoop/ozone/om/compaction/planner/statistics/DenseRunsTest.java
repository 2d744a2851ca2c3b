// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseRunsTest {
  /** A row of stretches of 100 entries each, told by their tombstones; runs of at least 30 %. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "0 0 0            | 50  |",
      "100              | 50  | 0-0=100",
      "0 100 0          | 50  | 1-1=100",
      "29 29 29         | 50  |",
      "31 31 31         | 50  | 0-2=93",
      "100 0 100        | 50  | 0-2=200",
      "100 0 0 100      | 50  | 0-0=100, 3-3=100",
      "100 0 0 100      | 100 | 0-3=200",
      "90 10 0 0 0 0    | 100 | 0-0=90",
      "10 90 10         | 50  | 1-1=90",
      "100 20 20 40     | 50  | 0-0=100, 3-3=40",
      "100 20 20 20     | 50  | 0-0=100",
  })
  void runsAreWhereTombstonesOutweighLiveKeys(String tombstones, double slack, String runs) {
    double[] counts = numbers(tombstones);
    double[] entries = new double[counts.length];
    Arrays.fill(entries, 100);
    assertThat(text(DenseRuns.of(entries, counts, 0.3, slack))).isEqualTo(runs == null ? "" : runs);
  }

  /** Such a row, and for each stretch how many entries may lie on the other side of its begin. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "90 25 0          | 0 0 0 0   | 0-0=90",
      "90 25 0          | 0 10 0 0  | 0-0=90",
      "90 25 0          | 0 20 0 0  | 0-1=115",
      "90 25 25 0       | 0 20 0 0  | 0-1=115",
      "90 25 25 0       | 0 20 20 0 | 0-1=115",
      "90 25 25 0       | 0 40 40 0 | 0-2=140",
      "90 12 0          | 0 99 0 0  | 0-0=90",
      "35 20 0          | 0 99 0 0  | 0-0=35",
      "25 90            | 0 0       | 1-1=90",
      "25 90            | 0 20      | 0-1=115",
      "10 25 90         | 0 20 20   | 1-2=115",
      "40 25 90         | 0 0 20    | 0-2=155",
      "31 20 90         | 0 0 0     | 0-0=31, 2-2=90",
      "31 20 90         | 0 0 40    | 0-2=141",
      "31 20 90         | 0 40 0    | 0-0=31, 2-2=90",
  })
  void runDoesNotEndInDoubt(String tombstones, String doubts, String runs) {
    double[] counts = numbers(tombstones);
    double[] entries = new double[counts.length];
    Arrays.fill(entries, 100);
    assertThat(text(DenseRuns.of(entries, counts, numbers(doubts), 0.3, 4))).isEqualTo(runs);
  }

  private static double[] numbers(String row) {
    return Arrays.stream(row.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static String text(List<DenseRuns.Run> runs) {
    return String.join(", ", runs.stream().map(run ->
        run.first() + "-" + run.last() + "=" + Math.round(run.tombstones())).toList());
  }

  @Property
  void runsAreDenseInOrderAndMissNoStretchThatIsDenseByItself(@ForAll long seed,
      @ForAll @DoubleRange(min = 0.01, max = 0.9) double ratio, @ForAll @DoubleRange(min = 0, max = 300) double slack) {
    Random random = new Random(seed);
    int stretches = random.nextInt(60);
    double[] entries = new double[stretches];
    double[] tombstones = new double[stretches];
    double[] doubts = new double[stretches];
    for (int i = 0; i < stretches; i++) {
      entries[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(200);
      tombstones[i] = random.nextInt(3) == 0 ? random.nextInt(1 + (int) entries[i]) : 0;
      doubts[i] = random.nextBoolean() ? random.nextInt(200) : 0;
    }
    List<DenseRuns.Run> runs = DenseRuns.of(entries, tombstones, doubts, ratio, slack);
    boolean[] covered = new boolean[stretches];
    int behind = 0;
    for (DenseRuns.Run run : runs) {
      assertThat(run.first()).isGreaterThanOrEqualTo(behind);
      behind = run.last() + 1;
      assertThat(tombstones[run.first()]).isPositive();
      assertThat(tombstones[run.last()]).isPositive();
      double all = 0;
      double deleted = 0;
      for (int i = run.first(); i <= run.last(); i++) {
        covered[i] = true;
        all += entries[i];
        deleted += tombstones[i];
      }
      assertThat(deleted).isEqualTo(run.tombstones()).isGreaterThanOrEqualTo(ratio * all - 1e-9);
    }
    for (int i = 0; i < stretches; i++) {
      boolean dense = tombstones[i] > 0 && tombstones[i] >= ratio * entries[i];
      assertThat(covered[i] || !dense).as("stretch %s", i).isTrue();
    }
  }
}
