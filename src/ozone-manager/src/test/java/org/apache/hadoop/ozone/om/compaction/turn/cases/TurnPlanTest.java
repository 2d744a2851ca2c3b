// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.scan.BusyScans;
import org.apache.hadoop.ozone.om.compaction.turn.Onlooker;
import org.apache.hadoop.ozone.om.compaction.turn.TurnContext;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rocksdb.LiveFileMetaData;

/** A turn whose thresholds lie between the most that a shared file may hold of a bucket and what it holds. */
@Timeout(60)
class TurnPlanTest extends OneNode {
  private List<String> before;
  private JobSpec belowThreshold;

  /** One deletion in a and many in b share a file: its metadata alone would allow all of them to be a's. */
  @BeforeEach
  void deleteOfTwoBucketsIntoOneFile() throws Exception {
    massDelete();
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.deleteAll(TABLE, a, 1);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    before = files();
    JobSpec.Builder job = job("a");
    job.getThresholdsBuilder().setMinTombstones(100);
    belowThreshold = job.build();
    scanPatience = Duration.ofNanos(1);
  }

  @Test
  void planWaitsUntilAllSharedFilesAreCounted() throws Exception {
    TurnOutcome outcome = run(belowThreshold);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("no span of the targets reaches the thresholds")
        .doesNotContain("estimates");
    assertThat(ring.last().getRangesTotal()).isZero();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void doesNotWaitForFilesOfOtherReaders() throws Exception {
    exactCounts.close();
    exactCounts = new BusyScans().counts();

    TurnOutcome outcome = run(belowThreshold);

    assertThat(outcome.getMessage()).doesNotContain("estimates");
    assertThat(ring.last().getRangesTotal()).isZero();
    assertThat(ring.waits()).isEmpty();
  }

  @Test
  void planUsesEstimatesAfterTenMinutesAndSaysSo() throws Exception {
    exactCounts.close();
    ring.cancelsOnce(() -> {
      handClock.advance(20_000);
      return false;
    });

    TurnOutcome outcome = run(belowThreshold);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("1 SST file that several buckets share could not be counted");
    assertThat(ring.last().getRangesDone()).isPositive();
    assertThat(ring.waits()).startsWith(WaitReason.WAIT_DATABASE);
    assertThat(ring.seen()).filteredOn(figures -> figures.getWaitingFor().contains("still to be counted")).isNotEmpty()
        .allSatisfy(figures -> assertThat(figures.getAtWork()).as("going down then counts").isTrue());
    assertThat(ring.last().getAtWork()).isFalse();
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  @Test
  void cancelEndsPlanning() throws Exception {
    exactCounts.close();
    AtomicInteger asked = new AtomicInteger();

    TurnOutcome outcome = run(ring.cancelsOnce(() -> asked.incrementAndGet() > 5));

    assertThat(outcome).isSameAs(Onlooker.CANCELLED);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void interruptEndsPlanning() {
    exactCounts.close();

    assertThatThrownBy(() -> run(ring.cancelsOnce(() -> {
      Thread.currentThread().interrupt();
      return false;
    }))).isInstanceOf(InterruptedException.class);
    assertThat(files()).isEqualTo(before);
  }

  private TurnOutcome run(TurnContext context) throws InterruptedException {
    return node().run(belowThreshold, context);
  }

  private List<String> files() {
    return db.files(TABLE).stream().map(LiveFileMetaData::fileName).sorted().toList();
  }
}
