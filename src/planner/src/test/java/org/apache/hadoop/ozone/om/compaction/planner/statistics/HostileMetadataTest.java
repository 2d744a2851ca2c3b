// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

/** Metadata that no sane database has: the planner still answers, and forgets nothing. */
class HostileMetadataTest {
  private static final byte[] BYTES = {0, 1, 'a', 'b', (byte) 0xFE, (byte) 0xFF};
  private static final long[] COUNTS = {Long.MIN_VALUE, -1, 0, 1, 700, 9_000, Long.MAX_VALUE};

  @Property
  void everySpanIsPlannedOrLeftOut(@ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int minTombstones,
      @ForAll @IntRange(min = 1, max = 20_000) int maxEntries) {
    Random random = new Random(seed);
    List<SstFile> files = new ArrayList<>();
    for (int level = 0; level < 7; level++) {
      List<byte[]> keys = keys(random);
      // Now and then a file begins with the key that the one before ends with.
      for (int i = 0; i + 1 < keys.size(); i += random.nextInt(4) == 0 ? 1 : 2) {
        files.add(new SstFile(level + "-" + i, level, keys.get(i), keys.get(i + 1), count(random), count(random),
            count(random), false));
      }
    }
    List<byte[]> keys = keys(random);
    List<BucketSpan> spans = new ArrayList<>();
    for (int i = 0; i + 1 < keys.size(); i += 1 + random.nextInt(2)) {
      spans.add(new BucketSpan("t", "v", "b" + i, keys.get(i), keys.get(i + 1)));
    }
    TableStatistics statistics = LsmTree.statistics(LsmTable.of("t", 7, files), spans);
    CompactionPlan plan = RangePlanner.plan(List.of(statistics.spans()),
        new PlanLimits(minTombstones, 0, maxEntries, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE));
    Set<BucketSpan> told = new HashSet<>();
    plan.ranges().forEach(range -> told.add(range.target().span()));
    plan.leftOut().forEach(out -> told.add(out.target().span()));
    assertThat(statistics.spans()).extracting(SpanStatistics::span).allMatch(told::contains);
    assertThat(plan.price().readBytes()).isNotNegative();
  }

  private static List<byte[]> keys(Random random) {
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    for (int i = random.nextInt(9); i > 0; i--) {
      byte[] key = new byte[random.nextInt(4)];
      for (int at = 0; at < key.length; at++) {
        key[at] = BYTES[random.nextInt(BYTES.length)];
      }
      keys.add(key);
    }
    return new ArrayList<>(keys);
  }

  private static long count(Random random) {
    return COUNTS[random.nextInt(COUNTS.length)];
  }

  @Test
  void keysOfASpanThatNoUtf8KeyIsInAreItsFirstKey() {
    byte[] begin = {'a', (byte) 0xFF, (byte) 0xFF};
    KeyRange keys = BucketSpan.unattributed("t", begin, new byte[] {'b'}).keys();
    assertThat(keys).isEqualTo(new KeyRange(begin, begin));
  }
}
