// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a flush and the compaction after it are said to cost, against what they did. */
class FlushPriceTest extends OneNode {
  private static final int ROWS = 60_000;

  /** @param writtenBesides rows of another bucket that are in memory, too, and make the flushed file wide */
  @ParameterizedTest
  @ValueSource(ints = {0, 20_000})
  void flushCostsAboutWhatIsSaid(int writtenBesides) throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 1 << 20);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, ROWS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.deleteAll(TABLE, b, 40_000);
    for (int row = 0; row < writtenBesides; row++) {
      db.put(TABLE, OpenOmDb.key(c, 3 * row), VALUE_BYTES);
    }
    NodePlanner planner = planner();
    Price price = planner.plan(job("b").setFlush(true).build(), Precision.EXACT).price();
    NodeStatistics statistics = planner.statistics(Targets.getDefaultInstance(), Precision.METADATA);
    assertThat(planner.priceAfter(planner.afterFlush(TABLE), statistics,
        List.of(BucketSpan.below(TABLE, OpenOmDb.VOLUME, "b", b))).writeBytes())
        .as("the price of the bucket alone").isCloseTo(price.writeBytes(), Percentage.withPercentage(5));

    assertSucceeded(run(job("b").setFlush(true).build()));

    TurnFigures done = ring.last();
    long written = done.getWriteBytes() + done.getFlushedBytes();
    System.out.printf("%,d rows besides: read %,d said, %,d done; written %,d said, %,d done%n", writtenBesides,
        price.readBytes(), done.getReadBytes(), price.writeBytes(), written);
    assertThat(price.readBytes()).isCloseTo(done.getReadBytes(), Percentage.withPercentage(30));
    assertThat(price.readBytes() + price.writeBytes())
        .isCloseTo(done.getReadBytes() + written, Percentage.withPercentage(30));
  }
}
