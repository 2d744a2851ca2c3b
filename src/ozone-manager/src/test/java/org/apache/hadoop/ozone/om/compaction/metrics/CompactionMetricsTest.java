// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.TurnWait;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The figures of jobs and turns as Hadoop collects them. */
public class CompactionMetricsTest {
  private final CompactionMetrics metrics = new CompactionMetrics();

  /** @return the figure now */
  public static long value(CompactionMetrics metrics, String name) {
    return value(metrics, name, "");
  }

  /** @param label label of the metrics record; empty for the record without one */
  private static long value(CompactionMetrics metrics, String name, String label) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    for (MetricsRecord record : collector.getRecords()) {
      if (label.isEmpty() ? record.tags().isEmpty()
          : record.tags().stream().anyMatch(tag -> tag.value().equals(label))) {
        for (AbstractMetric metric : record.metrics()) {
          if (metric.name().equals(name)) {
            return metric.value().longValue();
          }
        }
      }
    }
    throw new AssertionError("no metric " + name + " " + label);
  }

  private long value(String name) {
    return value(metrics, name);
  }

  @Test
  void figuresOfARunningTurnCountAtOnceAndOnlyOnce() {
    TurnFigures figures = TurnFigures.newBuilder().setRangesDone(5).setReadBytes(70).setWriteBytes(40)
        .setCheckReadBytes(30).setTombstonesBefore(9).setTombstonesAfter(1).build();
    metrics.turnBegan(() -> figures, TurnFigures.getDefaultInstance());
    assertThat(value("TurnRunning")).isOne();
    assertThat(value("RangesCompacted")).isEqualTo(5);
    assertThat(value("CheckReadBytes")).isEqualTo(30);
    metrics.turnEnded(TurnState.TURN_SUCCEEDED);
    metrics.turnStopped(figures);
    assertThat(value("TurnRunning")).isZero();
    assertThat(value("RangesCompacted")).isEqualTo(5);
    assertThat(value("ReadBytes")).isEqualTo(70);
    assertThat(value("WriteBytes")).isEqualTo(40);
    assertThat(value("CheckReadBytes")).isEqualTo(30);
    assertThat(value("TombstonesRemoved")).isEqualTo(8);
    assertThat(value("TurnsSucceeded")).isOne();
  }

  @Test
  void figuresFromBeforeTheRestartAreNotCountedAgain() {
    TurnFigures earlier = TurnFigures.newBuilder().setRangesDone(5).setReadBytes(70).setWriteBytes(40)
        .setTombstonesBefore(9).setTombstonesAfter(4).setWaitedMs(3).build();
    TurnFigures figures = earlier.toBuilder().setRangesDone(6).setReadBytes(100).setTombstonesAfter(1).build();
    metrics.turnBegan(() -> figures, earlier);
    assertThat(value("RangesCompacted")).isOne();
    metrics.turnEnded(TurnState.TURN_SUCCEEDED);
    metrics.turnStopped(figures);
    assertThat(value("RangesCompacted")).isOne();
    assertThat(value("ReadBytes")).isEqualTo(30);
    assertThat(value("WriteBytes")).isZero();
    assertThat(value("TombstonesRemoved")).isEqualTo(3);
    assertThat(value("WaitedMillis")).isZero();
  }

  /** As {@code status} shows them: a cancel may end a turn between two steps of its first range. */
  @Test
  void tombstonesOfARangeThatIsNotFinishedCount() {
    TurnFigures figures = TurnFigures.newBuilder().setTombstonesBefore(9).setTombstonesAfter(4).build();
    metrics.turnBegan(() -> figures, TurnFigures.getDefaultInstance());
    assertThat(value("TombstonesRemoved")).isEqualTo(5);
    metrics.turnEnded(TurnState.TURN_CANCELLED);
    metrics.turnStopped(figures);
    assertThat(value("TombstonesRemoved")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(value = WaitReason.class, mode = EnumSource.Mode.EXCLUDE, names = {"WAIT_NONE", "UNRECOGNIZED"})
  void waitingTimeIsCountedByReasonAndInTotal(WaitReason reason) {
    metrics.waited(WaitReason.WAIT_DISK_SPACE, 1_000);
    metrics.waited(reason, 500);

    String label = reason.name().substring("WAIT_".length());
    assertThat(value(metrics, "WaitMillis", label)).isEqualTo(reason == WaitReason.WAIT_DISK_SPACE ? 1_500 : 500);
    assertThat(value("WaitedMillis")).isEqualTo(1_500);
  }

  @Test
  void presentWaitsAreCountedByReason() {
    watch(List.of(), () -> List.of(
        new TurnWait(WaitReason.WAIT_OTHER_TURN, "om2 is at its turn."),
        new TurnWait(WaitReason.WAIT_OTHER_TURN, "om2 is at its turn.")), planner());
    metrics.turnBegan(() -> TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_L0_FILES).build(),
        TurnFigures.getDefaultInstance());

    assertThat(value(metrics, "WaitingJobs", "OTHER_TURN")).isEqualTo(2);
    assertThat(value(metrics, "WaitingJobs", "L0_FILES")).isOne();
    metrics.turnBegan(() -> TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_DATABASE).setAtWork(true).build(),
        TurnFigures.getDefaultInstance());
    assertThat(value(metrics, "WaitingJobs", "DATABASE")).as("it counts files").isZero();
    assertThat(value(metrics, "WaitingJobs", "DISK_SPACE")).isZero();
  }

  @Test
  void jobsAreCountedByState() {
    watch(List.of(job(1, JobState.JOB_FAILED), job(2, JobState.JOB_RUNNING),
        job(3, JobState.JOB_FAILED)), List::of, planner());

    assertThat(value("OpenJobs")).isOne();
    assertThat(value(metrics, "Jobs", "FAILED")).isEqualTo(2);
    assertThat(value(metrics, "Jobs", "RUNNING")).isOne();
    assertThat(value(metrics, "Jobs", "SUCCEEDED")).isZero();
  }

  @Test
  void plannerCallsAreCountedEvenIfTheyFail() {
    NodePlanner planner = planner();
    watch(List.of(), List::of, planner);

    assertThatException().isThrownBy(() -> planner.statistics(Targets.getDefaultInstance(),
        Precision.METADATA));

    assertThat(value("Statistics")).isOne();
    assertThat(value("Plans")).isZero();
  }

  @Test
  void corruptFileIsCountedUntilItIsGone(@TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      ExactCounts exactCounts = new ExactCounts();
      om.put("keyTable", "/vol/bucket/key");
      om.flush("keyTable");
      String file = om.rocks().getLiveFilesMetaData().get(0).fileName().substring(1);
      watch(List.of(), List::of, new NodePlanner(new LsmReader(om::metadata), exactCounts,
          CompactionConfig.from(new OzoneConfiguration())));
      assertThat(value("CorruptFiles")).isZero();

      exactCounts.corruptFiles().note(OmDatabase.current(om::metadata), "keyTable", file,
          new RocksDBException("", new Status(Status.Code.Corruption, Status.SubCode.None, "")));
      assertThat(value("CorruptFiles")).isOne();

      om.delete("keyTable", "/vol/bucket/key");
      om.flush("keyTable");
      om.compact("keyTable");
      Awaitility.await("the file gone").until(() -> value("CorruptFiles") == 0);
    }
  }

  private void watch(List<JobRecord> jobs, Supplier<Collection<TurnWait>> waits, NodePlanner planner) {
    JobImage image = JobImage.of(jobs);
    metrics.watch(image::jobs, () -> image.openJobs().size(), waits, planner);
  }

  private static JobRecord job(int id, JobState state) {
    return JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setJobId("job" + id)).setCreatedIndex(id)
        .setState(state).build();
  }

  private static NodePlanner planner() {
    return new NodePlanner(new LsmReader(() -> null), new ExactCounts(),
        CompactionConfig.from(new OzoneConfiguration()));
  }
}
