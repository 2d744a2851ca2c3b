// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A reader of one of several twins is told what all of them would have been. */
class RunCursorTest {
  private static final String TABLE = "keyTable";
  private static final int KEYS = 10_000;

  static TableStatistics statistics(Random random, int buckets, int files) {
    List<BucketSpan> spans = new ArrayList<>();
    for (int b = 0; b < buckets; b++) {
      if (random.nextInt(4) > 0) {
        spans.add(new BucketSpan(TABLE, "v", "b" + b, key(KEYS / buckets * b), key(KEYS / buckets * (b + 1))));
      }
    }
    List<SstFile> live = new ArrayList<>();
    for (int f = 0; f < files; f++) {
      int first = random.nextInt(KEYS);
      int last = Math.min(KEYS - 1, first + random.nextInt(random.nextBoolean() ? 100 : KEYS));
      long entries = 1 + random.nextInt(5_000);
      live.add(new SstFile(f + ".sst", random.nextInt(7), key(first), key(last), 1_000, entries,
          random.nextBoolean() ? entries : random.nextInt((int) entries), false));
    }
    return LsmTree.statistics(LsmTable.of(TABLE, 7, live), spans);
  }

  private static byte[] key(int number) {
    return String.format("/v/%06d", number).getBytes(StandardCharsets.UTF_8);
  }

  @Property(tries = 300)
  void twinsHaveAsMuchOfARunAsTheFirst(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int buckets,
      @ForAll @IntRange(max = 12) int files) {
    TableStatistics statistics = statistics(new Random(seed), buckets, files);
    TableRuns runs = statistics.runs(0.3, 1_000);
    List<SpanStatistics> spans = statistics.spans();
    RunCursor cursor = new RunCursor(runs, spans);
    for (int first = 0; first < spans.size();) {
      int end = cursor.endOfTwins(first, TwinSpans.end(spans, first));
      assertThat(end).isGreaterThan(first);
      for (int i = first; i < end; i++) {
        assertThat(spans.get(i).tombstones()).isEqualTo(spans.get(first).tombstones());
        assertThat(spans.get(i).entries()).isEqualTo(spans.get(first).entries());
        assertThat(most(cursor.densestIn(i))).isEqualTo(most(runs.densestIn(spans.get(i))))
            .isEqualTo(most(runs.densestIn(spans.get(first))));
      }
      first = end;
    }
  }

  private static long most(SpanStatistics run) {
    return run == null ? -1 : run.tombstones().most();
  }

  @Property(tries = 300)
  void aPageOfTwinsIsThePageOfAllRows(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int buckets,
      @ForAll @IntRange(max = 12) int files, @ForAll @IntRange(min = 1, max = 30) int length) {
    TableStatistics statistics = statistics(new Random(seed), buckets, files);
    TableRuns runs = statistics.runs(0.3, 1_000);
    List<SpanStatistics> spans = statistics.spans();
    RunCursor cursor = new RunCursor(runs, spans);
    RowOrder<BucketRow> order = BucketRow.order(BucketSortJson.RUN);
    RowPosition begin = null;
    for (boolean more = true; more;) {
      FirstRows<BucketRow> all = new FirstRows<>(order, begin, length);
      spans.forEach(span -> all.take(new BucketRow(span, runs.densestIn(span), 0, 0)));
      FirstRows<BucketRow> twins = new FirstRows<>(order, begin, length);
      for (int first = 0; first < spans.size();) {
        int end = cursor.endOfTwins(first, TwinSpans.end(spans, first));
        int from = first;
        twins.takeInOrder(new BucketRow(spans.get(first), cursor.densestIn(first), 0, 0), end - first,
            i -> new BucketRow(spans.get(from + i), cursor.densestIn(from + i), 0, 0));
        first = end;
      }
      assertThat(twins.rows()).extracting(row -> row.span().toString())
          .isEqualTo(all.rows().stream().map(row -> row.span().toString()).toList());
      assertThat(twins.count()).isEqualTo(all.count());
      assertThat(twins.areMore()).isEqualTo(all.areMore());
      more = all.areMore();
      begin = more ? order.position(all.rows().get(length - 1)) : null;
    }
  }
}
