// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Whatever the tree, statistics tell no lies about it. */
class StatisticsPropertiesTest {
  @Property
  void intervalsContainTheTruth(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    TableStatistics statistics = tree.statistics();
    for (SpanStatistics counted : statistics.spans()) {
      assertContainsTruth(counted, tree);
    }
    for (BucketSpan span : tree.spans()) {
      assertContainsTruth(statistics.of(span), tree);
    }
  }

  @Property
  void intervalsOfAnyKeysContainTheTruth(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    List<GeneratedTree.Entry> entries = tree.entries();
    if (!entries.isEmpty()) {
      Random random = new Random(seed);
      byte[] one = entries.get(random.nextInt(entries.size())).key();
      byte[] other = entries.get(random.nextInt(entries.size())).key();
      KeyRange range = new KeyRange(Keys.min(one, other), Keys.max(one, other));
      assertContainsTruth(tree.statistics().of(BucketSpan.unattributed(GeneratedTree.TABLE, range)), tree);
    }
  }

  private static void assertContainsTruth(SpanStatistics counted, GeneratedTree tree) {
    List<GeneratedTree.Entry> truth = tree.entries(counted.span());
    long tombstones = GeneratedTree.tombstones(truth);
    assertThat(counted.entries().contains(truth.size())).as("%s, truth %s", counted, truth.size()).isTrue();
    assertThat(counted.tombstones().contains(tombstones)).as("%s, truth %s", counted, tombstones).isTrue();
    double ratio = truth.isEmpty() ? 0 : (double) tombstones / truth.size();
    assertThat(ratio).as("%s", counted).isBetween(counted.leastRatio(), counted.mostRatio());
    assertThat(counted.leastRatio()).isBetween(0.0, 1.0);
    assertThat(counted.mostRatio()).isBetween(0.0, 1.0);
  }

  /** The statistics share counts between neighbours; here each span is counted alone, file by file. */
  @Property
  void countsAreThoseOfTheFilesThatOverlapTheSpan(@ForAll long seed) {
    TableStatistics statistics = GeneratedTree.of(seed).statistics();
    for (SpanStatistics counted : statistics.spans()) {
      BucketSpan span = counted.span();
      Map<Boolean, List<SstFile>> own = statistics.table().files().stream()
          .filter(file -> Keys.compare(file.smallestKey(), span.end()) < 0
              && Keys.compare(span.begin(), file.largestKey()) <= 0)
          .collect(Collectors.partitioningBy(file -> Keys.compare(span.begin(), file.smallestKey()) <= 0
              && Keys.compare(file.largestKey(), span.end()) < 0));
      assertThat(counted.ownFiles()).isEqualTo(own.get(true).size());
      assertThat(counted.sharedFiles()).isEqualTo(own.get(false).size());
      assertThat(counted.ownBytes()).isEqualTo(sum(own.get(true), SstFile::sizeBytes));
      assertThat(counted.sharedBytes()).isEqualTo(sum(own.get(false), SstFile::sizeBytes));
      long entries = sum(own.get(true), SstFile::entries);
      assertThat(counted.entries())
          .isEqualTo(new CountInterval(entries, entries + sum(own.get(false), SstFile::entries)));
      long tombstones = sum(own.get(true), SstFile::tombstones);
      assertThat(counted.tombstones())
          .isEqualTo(new CountInterval(tombstones, tombstones + sum(own.get(false), SstFile::tombstones)));
    }
  }

  private static long sum(List<SstFile> files, ToLongFunction<SstFile> of) {
    return files.stream().mapToLong(of).sum();
  }

  @Property
  void exactCountsGiveTheTruth(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    TableStatistics statistics = tree.statistics(tree.cutAtSpans());
    long tombstones = 0;
    for (SpanStatistics counted : statistics.spans()) {
      assertContainsTruth(counted, tree);
      assertThat(counted.isExact()).isTrue();
      assertThat(counted.tombstones().least()).isEqualTo(GeneratedTree.tombstones(tree.entries(counted.span())));
      assertThat(statistics.of(counted.span()).tombstones()).isEqualTo(counted.tombstones());
      tombstones += counted.tombstones().least();
    }
    assertThat(tombstones).as("no tombstone is missed").isEqualTo(GeneratedTree.tombstones(tree.entries()));
  }

  @Property
  void intervalsContainTheTruthHoweverFilesWereCut(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    TableStatistics statistics = tree.statistics(tree.cutAnywhere(seed));
    for (SpanStatistics counted : statistics.spans()) {
      assertContainsTruth(counted, tree);
    }
    for (SpanStatistics run : statistics.runs(0.3, 5).all()) {
      assertContainsTruth(run, tree);
    }
  }

  @Property
  void spansAreInOrderAndNoneIsEmpty(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    List<SpanStatistics> spans = tree.statistics().spans();
    for (int i = 0; i < spans.size(); i++) {
      assertThat(spans.get(i).ownFiles() + spans.get(i).sharedFiles()).isPositive();
      assertThat(spans.get(i).files()).hasSize(spans.get(i).ownFiles() + spans.get(i).sharedFiles());
      if (i > 0) {
        assertThat(Keys.compare(spans.get(i - 1).span().end(), spans.get(i).span().begin())).isNotPositive();
      }
    }
  }

  @Property
  void orderOfInputDoesNotMatter(@ForAll long seed) {
    GeneratedTree tree = GeneratedTree.of(seed);
    List<BucketSpan> shuffled = new ArrayList<>(tree.spans());
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(LsmTree.statistics(tree.table(), shuffled).spans().toString())
        .isEqualTo(tree.statistics().spans().toString());
  }
}
