// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

/** The edges of spans, file by file. Spans are [b, c), [c, d) and [f, g); other keys belong to nobody. */
class TableStatisticsTest {
  private static final List<BucketSpan> SPANS = List.of(span("b", "c"), span("f", "g"), span("c", "d"));

  private static BucketSpan span(String begin, String end) {
    return new BucketSpan("t", "v", begin, begin.getBytes(), end.getBytes());
  }

  private static SstFile file(String smallest, String largest, int entries, int tombstones) {
    return new SstFile(smallest + largest, 6, smallest.getBytes(), largest.getBytes(), 100, entries, tombstones, false);
  }

  private static List<String> statistics(SstFile... files) {
    return LsmTree.statistics(LsmTable.of("t", 7, Arrays.asList(files)), SPANS).spans().stream()
        .map(span -> KeyText.print(span.span().begin()) + "-" + KeyText.print(span.span().end()) + " "
            + (span.span().isAttributed() ? "" : "unattributed ") + span.tombstones()).toList();
  }

  @Test
  void emptyTableHasNoSpans() {
    assertThat(statistics()).isEmpty();
  }

  @Test
  void fileInsideASpanIsExact() {
    assertThat(statistics(file("b", "bz", 10, 4))).containsExactly("b-c 4");
  }

  @Test
  void fileThatEndsWithTheNextSpansFirstKeyIsShared() {
    assertThat(statistics(file("b", "c", 10, 4))).containsExactly("b-c 0 to 4", "c-d 0 to 4");
  }

  @Test
  void fileOverEverythingIsSharedByAllAndTellsOfKeysAtItsEndsOnly() {
    assertThat(statistics(file("a", "z", 10, 4))).containsExactly("a-b unattributed 0 to 4", "b-c 0 to 4", "c-d 0 to 4",
        "f-g 0 to 4", "g-z\\x00 unattributed 0 to 4");
  }

  @Test
  void filesInAGapAreUnattributedFromFirstToLastKey() {
    assertThat(statistics(file("d1", "d3", 10, 4), file("e", "e5", 10, 10)))
        .containsExactly("d1-e5\\x00 unattributed 14");
  }

  @Test
  void gapReachesToTheNeighbourOverWhichItsFileGoesOn() {
    assertThat(statistics(file("c5", "d3", 10, 4), file("e", "e5", 5, 5)))
        .containsExactly("c-d 0 to 4", "d-e5\\x00 unattributed 5 to 9");
  }

  @Test
  void emptyKeyIsAKey() {
    assertThat(statistics(file("", "", 1, 1))).containsExactly("-\\x00 unattributed 1");
  }

  @Test
  void spanWithoutFilesCanBeAskedFor() {
    SpanStatistics statistics = LsmTree.statistics(LsmTable.of("t", 7, List.of()), SPANS).of(span("b", "c"));
    assertThat(statistics.tombstones()).isEqualTo(new CountInterval(0, 0));
    assertThat(statistics.mostRatio()).isZero();
  }

  @Test
  void tombstonesAreClampedToEntries() {
    assertThat(statistics(file("b", "bz", 3, 7))).containsExactly("b-c 3");
  }

  @Test
  void overlappingSpansAreRefused() {
    LsmTable table = LsmTable.of("t", 7, List.of());
    assertThatThrownBy(() -> LsmTree.statistics(table, List.of(span("b", "d"), span("c", "e"))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Spans overlap: /v/b in t and /v/c in t");
  }
}
