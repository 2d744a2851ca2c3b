// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.PressureGauges.TableLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PressureGaugesTest {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;
  private static final long RESERVE = 10 * GB;
  private static final long WRITES = 256 * MB;

  @ParameterizedTest(name = "{0}")
  @MethodSource("pressures")
  void waitsAndSaysWhy(String name, UnaryOperator<PressureGauges> gauges, WaitReason reason, String message) {
    assertThat(gauges.apply(new PressureGauges()).waits(RESERVE, WRITES))
        .extracting(TurnWait::getReason, TurnWait::getMessage).containsExactly(tuple(reason, message));
  }

  static Stream<Arguments> pressures() {
    return Stream.of(
        pressure("L0 half full", g -> g.l0Files(new TableLoad("keyTable", 10, 20)),
            WaitReason.WAIT_L0_FILES,
            "keyTable has 10 L0 files: a step waits from 10 on, as RocksDB delays writes at 20"),
        pressure("writes stopped", g -> g.writesStopped(true),
            WaitReason.WAIT_WRITES_STOPPED, "RocksDB has stopped all writes until compaction catches up"),
        pressure("writes delayed", g -> g.delayedWriteRate(16 * MB),
            WaitReason.WAIT_WRITES_DELAYED, "RocksDB delays writes to 16.0 MB/s until compaction catches up"),
        pressure("compaction behind", g -> g.pendingCompactionBytes(new TableLoad("fileTable", 40 * GB, 64 * GB)),
            WaitReason.WAIT_PENDING_COMPACTION,
            "fileTable has 40.0 GB waiting to be compacted: a step waits from 32.0 GB on, as RocksDB delays writes at"
                + " 64.0 GB"),
        pressure("disk nearly full", g -> g.freeDiskBytes(RESERVE + WRITES - 1), WaitReason.WAIT_DISK_SPACE,
            "The disk of om.db has 10.2 GB free; the next step needs 256 MB and 10.0 GB must remain in reserve"),
        pressure("disk full", g -> g.freeDiskBytes(0), WaitReason.WAIT_DISK_SPACE,
            "The disk of om.db has 0 B free; the next step needs 256 MB and 10.0 GB must remain in reserve"),
        pressure("checkpoint", g -> g.checkpoint("/data/temp-bootstrap-data/1"), WaitReason.WAIT_CHECKPOINT,
            "A checkpoint is being sent from /data/temp-bootstrap-data/1 to another OM or to Recon"),
        pressure("prepared", g -> g.prepared(true), WaitReason.WAIT_PREPARED,
            "This OM is prepared for an upgrade: end it with 'ozone admin om cancelprepare'"));
  }

  private static Arguments pressure(String name, UnaryOperator<PressureGauges> gauges, WaitReason reason,
      String message) {
    return Arguments.of(name, gauges, reason, message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calm")
  void doesNotWaitBelowTheLimits(String name, UnaryOperator<PressureGauges> gauges) {
    assertThat(gauges.apply(new PressureGauges()).waits(RESERVE, WRITES)).isEmpty();
  }

  static Stream<Arguments> calm() {
    return Stream.of(
        calm("idle", g -> g),
        calm("L0 below half", g -> g.l0Files(new TableLoad("keyTable", 9, 20))),
        calm("L0 without a limit", g -> g.l0Files(new TableLoad("keyTable", 1000, 0))),
        calm("compaction nearly behind", g -> g.pendingCompactionBytes(new TableLoad("t", 32 * GB - 1, 64 * GB))),
        calm("pending bytes without a limit", g -> g.pendingCompactionBytes(new TableLoad("t", 999 * GB, 0))),
        calm("disk just large enough", g -> g.freeDiskBytes(RESERVE + WRITES)));
  }

  private static Arguments calm(String name, UnaryOperator<PressureGauges> gauges) {
    return Arguments.of(name, gauges);
  }

  @Test
  void severalPressuresAreAllReportedMostSevereFirst() {
    PressureGauges gauges = new PressureGauges().prepared(true).writesStopped(true).delayedWriteRate(1)
        .freeDiskBytes(1).checkpoint("/c").l0Files(new TableLoad("t", 36, 20))
        .pendingCompactionBytes(new TableLoad("t", 70 * GB, 64 * GB));
    assertThat(gauges.waits(RESERVE, 0)).extracting(TurnWait::getReason).containsExactly(
        WaitReason.WAIT_PREPARED, WaitReason.WAIT_WRITES_STOPPED, WaitReason.WAIT_WRITES_DELAYED,
        WaitReason.WAIT_DISK_SPACE, WaitReason.WAIT_CHECKPOINT, WaitReason.WAIT_L0_FILES,
        WaitReason.WAIT_PENDING_COMPACTION);
  }

  @Test
  void tableNearestToItsOwnLimitCounts() {
    TableLoad small = new TableLoad("small", 5, 6);
    TableLoad large = new TableLoad("large", 15, 20);
    assertThat(large.orFuller(small)).isSameAs(small);
    assertThat(small.orFuller(large)).isSameAs(small);
  }
}
