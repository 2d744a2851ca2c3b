// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.planner.TableStatistics;
import org.junit.jupiter.api.Test;

/** The table of all cases: a wide file over three narrow ones; a range over the keys of the first of them. */
class TurnTombstonesTest {
  private static final SstFile WIDE = file("wide", 0, "a", "z", 100);
  private static final SstFile INSIDE = file("inside", 6, "a", "c", 3);
  private static final SstFile NEIGHBOUR = file("neighbour", 6, "d", "k", 5);
  private static final SstFile FAR = file("far", 6, "l", "z", 7);
  private static final LsmTable BEGIN = table(WIDE, INSIDE, NEIGHBOUR, FAR);

  private final TurnTombstones.OfTable tombstones = new TurnTombstones.OfTable(BEGIN);

  @Test
  void all_that_the_range_rewrites_counts_each_file_once() {
    tombstones.plan(BEGIN, ranges(BEGIN, "a", "c"));

    assertThat(tombstones.before()).isEqualTo(tombstones.after()).isEqualTo(100 + 3 + 5 + 7);
  }

  @Test
  void a_range_alone_on_its_level_counts_what_overlaps_it() {
    LsmTable settled = table(INSIDE, NEIGHBOUR, FAR);
    TurnTombstones.OfTable alone = new TurnTombstones.OfTable(settled);
    alone.plan(settled, ranges(settled, "a", "c"));

    assertThat(alone.before()).isEqualTo(3);
  }

  @Test
  void what_compactions_wrote_holds_what_is_left() {
    tombstones.plan(BEGIN, ranges(BEGIN, "a", "c"));
    tombstones.count(table(file("new1", 6, "b", "c", 0), file("new2", 6, "d", "z", 11)));

    assertThat(tombstones.before()).isEqualTo(115);
    assertThat(tombstones.after()).isEqualTo(11);
  }

  @Test
  void a_file_that_was_only_moved_is_the_same_file() {
    tombstones.plan(BEGIN, ranges(BEGIN, "a", "c"));
    tombstones.count(table(file("wide", 5, "a", "z", 100), INSIDE, NEIGHBOUR, FAR));

    assertThat(tombstones.after()).isEqualTo(115);
  }

  @Test
  void files_that_rocksdb_took_in_besides_count_as_they_were() {
    SstFile upper = file("upper", 5, "d", "e", 2);
    LsmTable settled = table(INSIDE, NEIGHBOUR, FAR, upper);
    TurnTombstones.OfTable narrow = new TurnTombstones.OfTable(settled);
    narrow.plan(settled, ranges(settled, "a", "c"));
    assertThat(narrow.before()).isEqualTo(3);

    narrow.count(table(file("new", 6, "a", "k", 4), upper, FAR));

    assertThat(narrow.before()).isEqualTo(3 + 5);
    assertThat(narrow.after()).isEqualTo(4);
  }

  @Test
  void what_automatic_compaction_does_elsewhere_is_not_counted() {
    LsmTable settled = table(INSIDE, NEIGHBOUR, FAR);
    TurnTombstones.OfTable narrow = new TurnTombstones.OfTable(settled);
    narrow.plan(settled, ranges(settled, "a", "c"));

    narrow.count(table(file("new", 6, "a", "c", 0), NEIGHBOUR, file("other", 6, "l", "z", 1)));

    assertThat(narrow.before()).isEqualTo(3);
    assertThat(narrow.after()).isZero();
  }

  @Test
  void what_was_flushed_meanwhile_counts_only_in_the_range() {
    tombstones.plan(BEGIN, ranges(BEGIN, "a", "c"));
    tombstones.count(table(file("new", 6, "a", "z", 0), file("flushed", 0, "d", "z", 50)));
    assertThat(tombstones.after()).isZero();

    tombstones.count(table(file("new", 6, "a", "z", 0), file("flushed", 0, "b", "z", 50)));
    assertThat(tombstones.after()).isEqualTo(50);
  }

  @Test
  void a_second_plan_adds_its_ranges_and_counts_nothing_again() {
    LsmTable settled = table(INSIDE, NEIGHBOUR, FAR);
    TurnTombstones.OfTable twice = new TurnTombstones.OfTable(settled);
    twice.plan(settled, ranges(settled, "a", "c"));
    LsmTable then = table(file("new", 6, "a", "c", 1), NEIGHBOUR, FAR);
    twice.plan(then, ranges(then, "a", "k"));

    assertThat(twice.before()).isEqualTo(3 + 5);
    assertThat(twice.after()).isEqualTo(1 + 5);
  }

  private static List<PlannedRange> ranges(LsmTable table, String begin, String last) {
    BucketSpan span = BucketSpan.unattributed("keyTable", new KeyRange(bytes(begin), bytes(last)));
    return RangePlanner.plan(List.of(List.of(TableStatistics.take(table, List.of()).of(span))),
        new PlanLimits(1, 0, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE)).ranges();
  }

  private static LsmTable table(SstFile... files) {
    return LsmTable.of("keyTable", 7, List.of(files));
  }

  private static SstFile file(String name, int level, String smallest, String largest, long tombstones) {
    return new SstFile(name, level, bytes(smallest), bytes(largest), 1 << 20, 1_000, tombstones, false);
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
