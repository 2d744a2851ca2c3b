// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/** The numbers of one row, of which some files tell bounds only. */
class BucketRowTest {
  private static List<BucketRow> rows(long seed, int buckets, int files) {
    TableStatistics statistics = RunCursorTest.statistics(new Random(seed), buckets, files);
    TableRuns runs = statistics.runs(0.3, 1_000);
    return statistics.spans().stream().map(span -> new BucketRow(span, runs.densestIn(span), 0, 0)).toList();
  }

  @Property(tries = 300)
  void rowsAreSortedByTheNumberThatIsShown(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int buckets,
      @ForAll @IntRange(max = 12) int files) {
    List<BucketRow> rows = rows(seed, buckets, files);
    assertSorted(rows, BucketSortJson.RATIO, row -> Figure.ofRatio(row.span().leastRatio(), row.span().mostRatio()));
    assertSorted(rows, BucketSortJson.TOMBSTONES, row -> figure(row.tombstones()));
    assertSorted(rows, BucketSortJson.ENTRIES, row -> figure(row.span().entries()));
    assertSorted(rows, BucketSortJson.RUN, row -> row.run() == null ? 0 : figure(row.tombstonesOfRun()));
  }

  private static double figure(CountInterval count) {
    return Figure.of(count.least(), count.most());
  }

  private static void assertSorted(List<BucketRow> rows, BucketSortJson by, ToDoubleFunction<BucketRow> shown) {
    assertThat(rows.stream().sorted(BucketRow.order(by).comparator()).map(shown::applyAsDouble).toList()).as("%s", by)
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Property(tries = 300)
  void noPartIsMoreThanItsWhole(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int buckets,
      @ForAll @IntRange(max = 12) int files) {
    assertThat(rows(seed, buckets, files)).filteredOn(row -> row.run() != null).allSatisfy(row -> {
      assertThat(row.tombstonesOfRun().least()).isLessThanOrEqualTo(row.tombstones().least());
      assertThat(row.tombstonesOfRun().most()).isLessThanOrEqualTo(row.tombstones().most());
      assertThat(row.tombstones().least()).isLessThanOrEqualTo(row.tombstones().most());
    });
  }
}
