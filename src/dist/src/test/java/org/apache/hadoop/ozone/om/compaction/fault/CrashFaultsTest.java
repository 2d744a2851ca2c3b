// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.apache.hadoop.ozone.om.compaction.fault.FaultyRing.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

/**
 * An OM in a ring of processes goes down inside a range that RocksDB compacts for seconds, while clients are at work.
 */
@Tag("nightly")
class CrashFaultsTest extends OneFaultyRing {
  private static final String BUCKET = "/vol/" + PreparedDatabase.LARGE;

  @BeforeAll
  static void start() throws Exception {
    // A restarting OM's turn is not given up, however long it takes.
    ring = FaultyRing.start("crash", PreparedDatabase::makeLarge,
        processes -> processes.set("ozone.om.range.compaction.node.unreachable.timeout", "5m"));
  }

  @Test
  void omThatGoesDownTwiceAtARangeLosesItsTurnAndTheOthersGoOn() throws Exception {
    String jobId = ring.job("--bucket", BUCKET, "--max-write-rate", "1GB");
    String node = ring.processes().awaitJob(jobId, job -> job.getTurns().stream().anyMatch(CrashFaultsTest::runs))
        .getTurns().stream().filter(CrashFaultsTest::runs).findFirst().orElseThrow().getNodeId();
    String range = killInARange(jobId, node, 1);
    ring.processes().launch(node);
    assertThat(killInARange(jobId, node, 2)).as("what it was at both times").isEqualTo(range);
    ring.processes().launch(node);

    TurnJson failed = turn(ring.processes().awaitJob(jobId, job -> !runs(turn(job, node))), node);
    assertThat(failed.getState()).isEqualTo(TurnStateJson.FAILED);
    assertThat(failed.getReason()).isEqualTo(TurnReasonJson.OM_WENT_DOWN);
    assertThat(failed.getMessage()).startsWith(node + " went down 2 times in a row at " + range + ": look for");
    JobJson job = ring.processes().awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.PARTIAL);
    assertThat(job.getTurns()).filteredOn(turn -> !turn.getNodeId().equals(node)).hasSize(2)
        .allSatisfy(turn -> assertThat(turn.getState()).isEqualTo(TurnStateJson.SUCCEEDED))
        .allSatisfy(turn -> assertThat(turn.getFigures().getRangesDone()).isEqualTo(1));

    ring.processes().awaitUp(node);
    ring.assertJobSucceeds("--bucket", BUCKET, "--node-id", node, "--max-write-rate", "1GB");
  }

  private static boolean runs(TurnJson turn) {
    return turn.getState() == TurnStateJson.RUNNING;
  }

  /**
   * Kills an OM inside RocksDB's compaction, once the ring has recorded its range.
   *
   * @param attempt of the turn, counted from 1
   * @return the range that is recorded
   */
  private static String killInARange(String jobId, String node, int attempt) throws Exception {
    String witness = ring.processes().follower(other -> !other.equals(node));
    ProcessRing.await(node + " at a range, for the " + attempt + ". time").until(() -> {
      TurnJson own = turn(ring.processes().job(jobId, node), node);
      return !runs(own)
          || own.getFigures().getLargeStepBytes() != null && isAtARange(recorded(jobId, node, witness), attempt);
    });
    ring.processes().kill(node);
    TurnRecord left = ProcessRing.await("the record on " + witness)
        .until(() -> recorded(jobId, node, witness), Objects::nonNull);
    assertThat(isAtARange(left, attempt)).as("that the range lasts until its OM is killed: %s", left).isTrue();
    return left.getFigures().getRange();
  }

  private static boolean isAtARange(TurnRecord turn, int attempt) {
    TurnFigures figures = turn.getFigures();
    return figures.getAttempts() == attempt && !figures.getRange().isEmpty() && figures.getWaitingFor().isEmpty()
        && figures.getRangesDone() + figures.getRangesDropped() == 0;
  }

  private static TurnRecord recorded(String jobId, String node, String witness) throws IOException, RocksDBException {
    JobRecord job = OmTables.record(ring.processes().metadata(witness).resolve("om.db"), jobId);
    return job.getTurnsList().stream().filter(turn -> turn.getNodeId().equals(node)).findFirst().orElseThrow();
  }
}
