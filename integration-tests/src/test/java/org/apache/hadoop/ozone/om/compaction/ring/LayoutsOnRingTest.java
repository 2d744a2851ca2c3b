// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.database.OmTables;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.slow.LayoutTime;
import org.apache.hadoop.ozone.om.compaction.slow.RandomLayout;
import org.apache.hadoop.ozone.om.compaction.slow.SlowGap;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;

/**
 * Random layouts on a ring: the same rows on every OM, in files and memory of its own. The truth about what is slow is
 * a walk over the whole table.
 */
@ExtendWith(RingFixture.class)
class LayoutsOnRingTest {
  private static final String TABLE = "keyTable";
  /** The default. */
  private static final WaitLimit LIMIT = WaitLimit.of(5_000);
  private static final int ROWS = 60_000;
  private static final long SMALL_FILE_BYTES = 256 << 10;
  private static final Pattern COMMAND = Pattern.compile("\n  ozone admin om compaction (trigger --slow[^\n]*)\n");
  private static final ObjectMapper JSON = new ObjectMapper();
  /** The seed of a layout with slow places on every OM. */
  private static final long SLOW_LAYOUT = 5;

  @Test
  void printedCommandLeavesNothingSlowOnAnyOm(TestRing ring) throws Exception {
    LayoutTime time = new LayoutTime();
    int layouts = 0;
    int slow = 0;
    List<Moved> moved = new ArrayList<>();
    try {
      while (!time.isOver() || slow == 0) {
        // Dozens of random layouts in a row can have no slow place.
        long seed = time.isOver() ? SLOW_LAYOUT : time.firstSeed() + layouts;
        write(ring, seed);
        List<SlowGap> before = slow(ring);
        String list = afterAWholeLook(ring);
        Matcher printed = COMMAND.matcher(list);
        // What is slow within the accuracy of counts in memory may be printed, too.
        assertThat(printed.find() || before.isEmpty()).as("seed %d: %s, %s", seed, before, list).isTrue();
        if (!before.isEmpty()) {
          RangeListJson plans = ring.preview("--slow", "--cf", TABLE, "--node-id", "all");
          JobJson job = ring.triggerAndWait(printed.group(1).replaceFirst("trigger ", "").split(" "));
          assertThat(job.getState()).as("seed %d: %s", seed, job).isEqualTo(JobStateJson.SUCCEEDED);
          assertThat(slow(ring)).as("seed %d: %s", seed, job).isEmpty();
          for (PlanTotalsJson plan : plans.getTotals()) {
            Moved turn = Moved.of(plan, Turns.of(job, plan.getNodeId()).getFigures());
            // The bound comes from samples: the true value lies a little above it in one of several hundred layouts.
            assertThat(turn.written).as("seed %d: %s", seed, turn).isLessThanOrEqualTo(turn.most + turn.most / 5);
            moved.add(turn);
          }
        }
        layouts++;
        slow += before.size();
      }
    } finally {
      forEach(ring, (om, tables) -> {
        tables.rocks().deleteRange(tables.handle(TABLE), new byte[0], new byte[] {-1, -1});
        tables.flush(TABLE);
        tables.compact(TABLE);
        tables.rocks().setOptions(tables.handle(TABLE),
            MutableColumnFamilyOptions.builder().setDisableAutoCompactions(false).build());
      });
    }
    System.out.printf("%,d random layouts from seed %d on three OMs: %,d slow places, none after the printed command;"
        + " %d of %d turns within a quarter of what the preview said%n", layouts, time.firstSeed(), slow,
        moved.stream().filter(Moved::isNear).count(), moved.size());
  }

  /**
   * The bytes that a turn moved.
   *
   * @param said    that the preview said it would read and write
   * @param done    that it read and wrote
   * @param most    that it may write by the preview
   * @param written that it wrote
   */
  private record Moved(long said, long done, long most, long written) {
    static Moved of(PlanTotalsJson plan, TurnFiguresJson figures) {
      long written = figures.getWriteBytes() + (figures.getFlushedBytes() == null ? 0 : figures.getFlushedBytes());
      return new Moved(plan.getPredictedReadBytes() + plan.getPredictedWriteBytes(), figures.getReadBytes() + written,
          plan.getPredictedWrite() == null ? plan.getPredictedWriteBytes() : plan.getPredictedWrite().getHigh(),
          written);
    }

    boolean isNear() {
      return Math.abs(said - done) <= done / 4;
    }
  }

  /**
   * Writes the same rows to every OM. Files are of stock's size or as small as other tests of the ring set it, by the
   * seed: from the same seed come the same files, whatever ran before.
   */
  private static void write(TestRing ring, long seed) throws Exception {
    CompactionSettings files = seed % 2 == 0 ? CompactionSettings.DEFAULT
        : CompactionSettings.ofTargetFileBytes(SMALL_FILE_BYTES);
    forEach(ring, (om, tables) -> tables.rocks().setOptions(tables.handle(TABLE), MutableColumnFamilyOptions.builder()
        .setTargetFileSizeBase(files.targetFileBytes()).setMaxCompactionBytes(files.maxCompactionBytes()).build()));
    List<OzoneManager> oms = ring.nodes().running();
    for (int i = 0; i < oms.size(); i++) {
      try (OmTables tables = OmTables.of(oms.get(i).getMetadataManager())) {
        RandomLayout.draw(seed, 31 * seed + i, LIMIT.deadEntries(), ROWS).write(tables, TABLE);
      }
    }
  }

  /** The slow places of all OMs. */
  private static List<SlowGap> slow(TestRing ring) throws Exception {
    List<SlowGap> slow = new ArrayList<>();
    forEach(ring, (om, tables) -> SlowGap.in(tables.rocks(), tables.handle(TABLE), LIMIT).stream()
        .filter(SlowGap::isSlow).forEach(slow::add));
    return slow;
  }

  /** What {@code list} prints once every OM has looked everywhere. */
  private static String afterAWholeLook(TestRing ring) {
    TestRing.await("a whole look").until(() -> JSON.readValue(
        ring.runs("list", "--node-id", "all", "--json", "--cf", TABLE), SlowPlaceListJson.class),
        look -> look.getNotLookedAt().isEmpty() && look.getUnanswered().isEmpty());
    return ring.runs("list", "--node-id", "all", "--cf", TABLE);
  }

  private interface OnOm {
    void run(OzoneManager om, OmTables tables) throws RocksDBException;
  }

  private static void forEach(TestRing ring, OnOm work) throws Exception {
    for (OzoneManager om : ring.nodes().running()) {
      try (OmTables tables = OmTables.of(om.getMetadataManager())) {
        work.run(om, tables);
      }
    }
  }
}
