// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.ring.OmDb;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A day's bytes do not suffice for what is worth a round, while an OM is given up in its turn, one restarts in its
 * turn, and another comes to lead. In a ring of its own: rounds of other tests would count towards its day.
 */
@Tag("nightly")
class DailyBytesTest {
  private static final String KEYS = ServiceOnRing.KEYS;
  /** Tables in which nothing but rounds writes files meanwhile; a list that waits is in the first. */
  private static final List<String> TABLES = List.of("keyTable", "openKeyTable", "fileTable");
  /** In each table, each with its tombstones in a file of its own: RocksDB compacts four files of level 0 by itself. */
  private static final int DEAD_BUCKETS = 3;
  private static final int ROWS = 4_000;
  /** In a row, so that a list may be slow there; where none is, rounds take the ranges for their tombstones. */
  private static final int DELETED = 2_500;
  private static final long FILE_BYTES = 64 << 10;
  /** Pause after the largest step. A turn takes its first step at once, and the day has bytes for four more. */
  private static final long SECONDS_A_STEP = 8;

  private final Map<String, CreatedFiles> created = new HashMap<>();

  @Test
  void dayHoldsThroughRestartsGivenUpTurnsAndAChangeOfTheLeader() throws Exception {
    try (TestRing ring = TestRing.start("daily-bytes", builder -> builder
        .set("ozone.om.range.compaction.min.tombstones", "1000").set(KEYS + "hurting.seek", "1ms")
        .set(KEYS + "mode", "compact").set(KEYS + "interval", "1s").set(KEYS + "enabled", "true").start())) {
      ring.awaitRuns("service", "pause");
      massDelete(ring);
      List<ServiceRangeJson> ranges = ring.awaitService(service -> service.getState() == ServiceStateJson.PAUSED
          && service.getRanges().size() == TABLES.size() * DEAD_BUCKETS).getRanges();
      long all = ranges.stream().mapToLong(ServiceRangeJson::getPredictedWriteBytes).sum();
      long step = ranges.stream().mapToLong(ServiceRangeJson::getPredictedWriteBytes).max().orElseThrow();
      long daily = all * 3 / 4;
      ring.nodes().reconfigure(KEYS + "daily.bytes", daily + "B");
      ring.nodes().reconfigure(KEYS + "max.write.rate", step / SECONDS_A_STEP + "B");
      for (OzoneManager om : ring.nodes().running()) {
        created.put(om.getOMNodeId(), CreatedFiles.since(om, Set.copyOf(TABLES)));
      }
      ring.awaitRuns("service", "resume");

      String givenUp = awaitTurn(ring, daily / 3, node -> true);
      giveUp(ring, givenUp);
      String compacting = awaitTurn(ring, daily / 3, node -> true);
      ring.nodes().transferLeadership(ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
          .filter(node -> !node.equals(compacting)).findFirst().orElseThrow());
      String restarted = awaitTurn(ring, daily / 3, node -> !node.equals(givenUp));
      int attempts = attempts(ring, restarted);
      ring.nodes().restart(restarted);
      TestRing.await("the turn taken up").until(() -> attempts(ring, restarted) > attempts);
      ring.awaitRuns("service", "pause");
      ring.nodes().reconfigure(KEYS + "max.write.rate", "50MB");
      ring.awaitRuns("service", "resume");

      ServiceJson spent = ring.awaitService(service -> service.getHold() == ServiceHoldJson.BUDGET_SPENT);
      assertThat(spent.getRanges()).as("ranges are left").isNotEmpty();
      assertHolds(ring, daily, step, givenUp, restarted);
    }
  }

  private static void massDelete(TestRing ring) throws IOException {
    for (String table : TABLES) {
      BucketLayout layout = table.startsWith("file") ? BucketLayout.FILE_SYSTEM_OPTIMIZED : BucketLayout.OBJECT_STORE;
      List<BucketRows> dead = new ArrayList<>();
      for (int i = 0; i < DEAD_BUCKETS; i++) {
        dead.add(filled(ring, table, layout, i + "-dead"));
        // Between dead ones, whose tombstones would be one run.
        filled(ring, table, layout, i + "-live");
      }
      ring.tables().settle(table, FILE_BYTES);
      for (BucketRows rows : dead) {
        IntPredicate deleted = table.equals(TABLES.get(0)) ? row -> row < DELETED : row -> row % 4 > 0;
        ring.tables().delete(rows, ROWS, deleted);
        ring.tables().flush(table);
      }
    }
  }

  private static BucketRows filled(TestRing ring, String table, BucketLayout layout, String name) throws IOException {
    String bucket = table.toLowerCase(Locale.ROOT) + name;
    ring.createBucket(bucket, layout);
    BucketRows rows = ring.rows(table, bucket);
    ring.tables().put(rows, ROWS);
    return rows;
  }

  /** Stops an OM until the ring has given its turn up; then the next round begins. */
  private static void giveUp(TestRing ring, String node) throws Exception {
    ring.nodes().stop(node);
    TestRing.await("the turn given up").until(() -> turns(ring)
        .anyMatch(turn -> turn.getNodeId().equals(node) && turn.getState() == TurnState.TURN_FAILED));
    // Otherwise the others would have all of the day's bytes in the same round, which leaves nothing for the next.
    ring.awaitRuns("service", "pause");
    ring.nodes().start(node);
    ring.awaitRuns("service", "resume");
  }

  /** All attempts of an OM's turns. */
  private static int attempts(TestRing ring, String node) throws IOException {
    return turns(ring).filter(turn -> turn.getNodeId().equals(node)).mapToInt(turn -> turn.getFigures().getAttempts())
        .sum();
  }

  /** Waits for a running turn that has taken a step and has not written more than some bytes. @return its OM */
  private static String awaitTurn(TestRing ring, long most, Predicate<String> isOm) {
    String[] node = new String[1];
    TestRing.await("a turn of a round").until(() -> {
      node[0] = turns(ring).filter(turn -> turn.getState() == TurnState.TURN_RUNNING && written(turn) > 0
          && written(turn) <= most)
          .map(TurnRecord::getNodeId).filter(isOm).findFirst().orElse(null);
      return node[0] != null;
    });
    return node[0];
  }

  private static Stream<TurnRecord> turns(TestRing ring) throws IOException {
    return OmDb.jobs(ring.nodes().leader()).values().stream().filter(job -> job.getSpec().hasRound())
        .sorted(Comparator.comparingLong(JobRecord::getCreatedIndex)).flatMap(job -> job.getTurnsList().stream());
  }

  private static long written(TurnRecord turn) {
    TurnFigures figures = turn.getFigures();
    return figures.getWriteBytes() + figures.getUnreportedWriteBytes() + figures.getFlushedBytes();
  }

  private void assertHolds(TestRing ring, long daily, long step, String givenUp, String restarted)
      throws IOException {
    Map<String, Long> told = new TreeMap<>();
    turns(ring).forEach(turn -> told.merge(turn.getNodeId(), written(turn), Long::sum));
    turns(ring).forEach(turn -> System.out.printf("%s %s %s, attempt %d: %,d bytes of %,d predicted%n",
        turn.getNodeId(), turn.getState(), turn.getReason(), turn.getFigures().getAttempts(), written(turn),
        turn.getFigures().getPredictedWriteBytes()));
    for (String node : ring.nodes().nodeIds()) {
      ring.nodes().stop(node);
      Map<Long, Long> files = created.get(node).bytes();
      long bytes = files.values().stream().mapToLong(Long::longValue).sum();
      System.out.printf("%s: %,d bytes in %d files, %,d told; a day's are %,d, a step's up to %,d%n", node, bytes,
          files.size(), told.get(node), daily, step);
      assertThat(told.getOrDefault(node, 0L)).as("figures of %s", node).isLessThanOrEqualTo(daily);
      // An OM that goes down may leave one step behind that nobody knows of.
      assertThat(bytes).as("files of %s", node).isLessThanOrEqualTo(told.getOrDefault(node, 0L) + step);
    }
    // The third comes last in each round: it may have had no turn before the day was spent.
    assertThat(List.of(told.get(givenUp), told.get(restarted))).as("figures of OMs with faults")
        .allMatch(bytes -> bytes > 0);
  }
}
