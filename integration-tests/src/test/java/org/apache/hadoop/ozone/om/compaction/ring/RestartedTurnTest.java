// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A turn whose OM is restarted while it waits for its write rate between two ranges. */
@ExtendWith(RingFixture.class)
class RestartedTurnTest {
  private static final long WAITED_MILLIS = 3_000;
  /** A range is priced again in a tree without the one that is done. */
  private static final double NEAR = 0.1;

  @Test
  void predictionCountsDoneRangesOnceAndTheWaitStays(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    JobJson waiting = ring.awaitJob(jobId, job -> Turns.running(job)
        .filter(turn -> turn.getFigures().getRangesDone() == 1 && waited(turn) >= WAITED_MILLIS).isPresent());
    TurnJson before = Turns.running(waiting).orElseThrow();

    ring.nodes().restart(before.getNodeId());
    ring.awaitJob(jobId, job -> attempts(Turns.of(job, before.getNodeId())) == 2);
    // The next attempt owes what the first one wrote.
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");

    JobJson again = ring.awaitJob(jobId, job -> Turns.of(job, before.getNodeId()).getFigures().getRangesDone() >= 2);
    TurnFiguresJson figures = Turns.of(again, before.getNodeId()).getFigures();
    assertThat(figures.getRangesTotal()).isEqualTo(before.getFigures().getRangesTotal());
    assertThat(predicted(figures)).isBetween((long) (predicted(before.getFigures()) * (1 - NEAR)),
        (long) (predicted(before.getFigures()) * (1 + NEAR)));
    assertThat(figures.getWaitedMillis()).isGreaterThanOrEqualTo(waited(before));
    ring.awaitJob(jobId, JobModel::hasEnded);
  }

  private static int attempts(TurnJson turn) {
    return turn.getFigures() == null || turn.getFigures().getAttempts() == null ? 1 : turn.getFigures().getAttempts();
  }

  private static long waited(TurnJson turn) {
    Long millis = turn.getFigures().getWaitedMillis();
    return millis == null ? 0 : millis;
  }

  private static long predicted(TurnFiguresJson figures) {
    return figures.getPredictedReadBytes() + figures.getPredictedWriteBytes();
  }
}
