// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.LiveFileMetaData;

class NodeCompactionTest {
  private static final String TABLE = "keyTable";
  private static final int KEYS = 2_000;
  private static final int VALUE_BYTES = 100;

  @TempDir
  private Path directory;
  private OpenOmDb db;
  private final ExactCounts exactCounts = new ExactCounts();
  private final HandClock handClock = new HandClock();
  private final OzoneConfiguration conf = new OzoneConfiguration();
  private final Onlooker ring = new Onlooker();
  private TurnClock clock = handClock;
  private PressureSource pressure;
  private byte[] a;
  private byte[] b;
  private byte[] c;

  @BeforeEach
  void open() throws Exception {
    db = OpenOmDb.in(directory);
    pressure = new PressureReader(db::metadata, () -> false);
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    a = db.bucket("a", BucketLayout.OBJECT_STORE, TABLE);
    b = db.bucket("b", BucketLayout.OBJECT_STORE, TABLE);
    c = db.bucket("c", BucketLayout.OBJECT_STORE, TABLE);
  }

  @AfterEach
  void close() throws Exception {
    exactCounts.close();
    db.close();
  }

  private NodeCompaction node() {
    CompactionConfig config = CompactionConfig.from(conf);
    NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config);
    return new NodeCompaction(planner, exactCounts, new SeekProbe(), pressure, config, clock);
  }

  private TurnOutcome run(JobSpec spec) throws InterruptedException {
    return node().run(spec, ring);
  }

  private static JobSpec.Builder job(String... buckets) {
    Targets.Builder targets = Targets.newBuilder();
    Arrays.stream(buckets).forEach(bucket -> targets.addBuckets("/" + OpenOmDb.VOLUME + "/" + bucket));
    return JobSpec.newBuilder().setJobId("job").setTargets(targets)
        .setThresholds(Thresholds.newBuilder().setMinTombstones(1).setMinRatio(0));
  }

  /** Three buckets at rest on the lowest level, then all of b deleted. */
  private void massDelete() throws Exception {
    db.targetFileBytes(TABLE, 64 << 10);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
  }

  private void assertSucceeded(TurnOutcome outcome) {
    assertThat(outcome.getMessage()).isEmpty();
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.TURN_REASON_NONE);
  }

  @Test
  void a_mass_deleted_bucket_is_freed_of_its_tombstones_and_its_neighbours_keep_theirs() throws Exception {
    massDelete();
    Map<String, String> before = db.contents(TABLE);
    long tableBytes = db.files(TABLE).stream().mapToLong(LiveFileMetaData::size).sum();

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before).hasSize(2 * KEYS);
    TurnFigures figures = ring.last();
    assertThat(figures.getRangesTotal()).isPositive().isEqualTo(figures.getRangesDone());
    assertThat(figures.getRangesDropped()).isZero();
    assertThat(figures.getTombstonesBefore()).isEqualTo(KEYS);
    assertThat(figures.getTombstonesAfter()).isZero();
    assertThat(figures.getReadBytes()).isBetween(1L, tableBytes);
    assertThat(figures.getReadBytes()).isLessThanOrEqualTo(3 * figures.getPredictedReadBytes());
    assertThat(figures.getWriteBytes()).isLessThanOrEqualTo(3 * figures.getPredictedWriteBytes() + 4_096);
    assertThat(figures.getSeekMicrosBefore()).isPositive();
    assertThat(figures.getSeekMicrosAfter()).isPositive();
    assertThat(figures.getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  @Test
  void the_same_job_again_finds_nothing_to_do() throws Exception {
    massDelete();
    run(job("b").build());
    TurnOutcome again = run(job("b").build());
    assertThat(again.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(again.getMessage()).contains("Nothing to compact");
    assertThat(ring.last()).isEqualTo(TurnFigures.newBuilder().build());
  }

  @ParameterizedTest(name = "{0} of a {1} bucket")
  @CsvSource({
      "keyTable, OBJECT_STORE", "keyTable, LEGACY", "openKeyTable, OBJECT_STORE", "deletedTable, LEGACY",
      "deletedTable, FILE_SYSTEM_OPTIMIZED", "multipartInfoTable, FILE_SYSTEM_OPTIMIZED",
      "snapshotRenamedTable, OBJECT_STORE", "fileTable, FILE_SYSTEM_OPTIMIZED",
      "openFileTable, FILE_SYSTEM_OPTIMIZED", "directoryTable, FILE_SYSTEM_OPTIMIZED",
      "deletedDirectoryTable, FILE_SYSTEM_OPTIMIZED"})
  void every_table_with_bucket_spans_can_be_compacted(String table, BucketLayout layout) throws Exception {
    byte[] kept = db.bucket("kept", layout, table);
    byte[] emptied = db.bucket("emptied", layout, table);
    db.putAll(table, kept, 100, VALUE_BYTES);
    db.putAll(table, emptied, 100, VALUE_BYTES);
    db.settle(table);
    db.deleteAll(table, emptied, 100);
    db.flush(table);
    Map<String, String> before = db.contents(table);

    assertSucceeded(run(job("emptied").build()));

    assertThat(db.tombstones(table)).isZero();
    assertThat(db.contents(table)).isEqualTo(before).hasSize(100);
  }

  @Test
  void key_ranges_reach_keys_that_are_no_text_and_that_no_bucket_owns() throws Exception {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      keys.add(new byte[] {(byte) 0xFF, (byte) 0x80, 0, (byte) (i >> 8), (byte) i, (byte) 0xFE});
    }
    for (byte[] key : keys) {
      db.put(TABLE, key, VALUE_BYTES);
    }
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    for (byte[] key : keys) {
      db.delete(TABLE, key);
    }
    db.flush(TABLE);

    assertSucceeded(run(job().setTargets(Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(TABLE)
        .setBegin(ByteString.copyFrom(keys.get(0))).setEnd(ByteString.copyFrom(keys.get(499))))).build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(KEYS);
  }

  @Test
  void tombstones_moved_to_the_bottom_are_dropped_by_rewriting_only_their_files() throws Exception {
    db.targetFileBytes(TABLE, 64 << 10);
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    List<String> others = db.files(TABLE).stream().filter(file -> file.numDeletions() == 0)
        .map(LiveFileMetaData::fileName).toList();

    assertSucceeded(run(job("b").build()));

    assertThat(db.files(TABLE)).extracting(LiveFileMetaData::fileName).containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  void tombstones_above_a_file_that_spans_the_bucket_without_a_key_in_it_are_dropped() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
  }

  @Test
  void the_same_when_the_upper_file_holds_neighbours_too() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, a, 10, VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.putAll(TABLE, c, 10, VALUE_BYTES);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
  }

  @Test
  void a_wide_file_of_level_0_is_dragged_in_as_predicted() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 64 << 10);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.put(TABLE, OpenOmDb.key(a, 0), VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.put(TABLE, OpenOmDb.key(c, KEYS), VALUE_BYTES);
    db.flush(TABLE);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
    assertThat(ring.last().getReadBytes())
        .isBetween(ring.last().getPredictedReadBytes() / 2, ring.last().getPredictedReadBytes() * 2);
  }

  @Test
  void deletes_that_are_still_in_memory_are_left_there_and_mentioned() throws Exception {
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);

    TurnOutcome outcome = run(job("b").build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("Nothing to compact").contains(KEYS + " tombstones")
        .contains("in memory");
    assertThat(db.files(TABLE)).noneMatch(file -> file.level() == 0);
  }

  @Test
  void deletes_in_memory_go_along_with_those_on_disk() throws Exception {
    massDelete();
    db.putAll(TABLE, b, 10, VALUE_BYTES);
    db.deleteAll(TABLE, b, 10);
    assertSucceeded(run(job("b").build()));
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(2 * KEYS);
  }

  @Test
  void a_range_that_lost_its_tombstones_since_the_plan_is_dropped() throws Exception {
    massDelete();
    JobSpec spec = job("b").build();
    TurnOutcome outcome = node().run(spec, new TurnContext() {
      @Override
      public Optional<TurnOutcome> stop() {
        return Optional.empty();
      }

      @Override
      public void progress(TurnFigures figures) {
        if (figures.getRangesDone() + figures.getRangesDropped() == 0) {
          force();
        }
        ring.progress(figures);
      }
    });
    assertSucceeded(outcome);
    assertThat(ring.last().getRangesDone()).isZero();
    assertThat(ring.last().getRangesDropped()).isPositive().isEqualTo(ring.last().getRangesTotal());
    assertThat(ring.last().getPredictedReadBytes()).isZero();
    assertThat(ring.last().getReadBytes()).isZero();
  }

  private void force() {
    try {
      db.force(TABLE);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Two ranges at least: b and the half of c. */
  private JobSpec.Builder twoRanges() throws Exception {
    massDelete();
    db.deleteAll(TABLE, c, KEYS / 2);
    db.flush(TABLE);
    return job("b", "c");
  }

  @Test
  void cancel_lets_the_running_range_end_and_starts_no_other() throws Exception {
    JobSpec spec = twoRanges().build();
    ring.cancelsOnce(() -> ring.last().getRangesDone() > 0);
    assertThat(run(spec)).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.last().getRangesDone()).isOne();
    assertThat(ring.last().getRangesTotal()).isGreaterThan(1);
    assertThat(ring.last().getTombstonesAfter()).isPositive().isLessThan(ring.last().getTombstonesBefore());
    assertThat(ring.last().getSeekMicrosAfter()).isPositive();
  }

  @Test
  void cancel_ends_a_turn_that_waits() throws Exception {
    massDelete();
    pressure = () -> Optional.of(PressureGauges.newBuilder().writesStopped(true).build());
    ring.cancelsOnce(() -> ring.seen().size() == 3);
    assertThat(run(job("b").build())).isSameAs(Onlooker.CANCELLED);
    assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
    assertThat(ring.last().getWaitedMs()).isPositive();
  }

  @Test
  void a_window_that_is_closed_expires_the_turn_before_it_plans() throws Exception {
    massDelete();
    TurnOutcome outcome = run(job("b").setNotAfterMs(handClock.wallMillis() - 1).build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(ring.last().getRangesTotal()).isZero();
  }

  @Test
  void a_window_that_closes_meanwhile_expires_the_turn_after_its_range() throws Exception {
    JobSpec spec = twoRanges().setNotAfterMs(handClock.wallMillis() + 60_000).build();
    ring.cancelsOnce(() -> {
      if (ring.last().getRangesDone() == 1) {
        handClock.advance(60_000);
      }
      return false;
    });
    TurnOutcome outcome = run(spec);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
    assertThat(ring.last().getRangesDone()).isOne();
  }

  @Test
  void a_disk_without_room_beyond_the_reserve_holds_the_turn_up_until_it_fails() throws Exception {
    massDelete();
    conf.set("ozone.om.range.compaction.disk.reserve", "1024PB");
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(outcome.getMessage()).contains("must remain in reserve");
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DISK_SPACE);
    assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
  }

  @Test
  void the_write_rate_is_held_by_pausing_between_ranges() throws Exception {
    long began = handClock.elapsedMillis();
    assertSucceeded(run(twoRanges().setMaxWriteRate(1_000).build()));
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    long bytesBeforeLastPause = ring.seen().stream().filter(figures -> figures.getWaitReason() != WaitReason.WAIT_NONE)
        .mapToLong(TurnFigures::getWriteBytes).max().orElseThrow();
    assertThat(handClock.elapsedMillis() - began).isGreaterThanOrEqualTo(bytesBeforeLastPause - 1);
    assertThat(ring.last().getWaitedMs()).isEqualTo(handClock.elapsedMillis() - began);
  }

  @Test
  void a_database_that_is_swapped_during_the_turn_makes_it_plan_anew() throws Exception {
    db.putAll(TABLE, b, 150_000, 400);
    db.settle(TABLE);
    for (int i = 0; i < 150_000; i += 2) {
      db.delete(TABLE, OpenOmDb.key(b, i));
    }
    db.flush(TABLE);
    clock = TurnClock.system();
    CompletableFuture<TurnOutcome> turn = CompletableFuture.supplyAsync(() -> {
      try {
        return run(job("b").build());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    Awaitility.await().pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> db.rocksDb().getLongProperty("rocksdb.num-running-compactions") > 0);

    db.stop();
    db.start();

    assertThat(turn.get(120, TimeUnit.SECONDS).getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).hasSize(75_000);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void a_database_that_stays_away_fails_the_turn_in_the_end() throws Exception {
    massDelete();
    db.stop();
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DATABASE);
    db.start();
  }

  @Test
  void a_corrupt_file_is_found_before_rocksdb_meets_it_and_the_om_can_still_write() throws Exception {
    massDelete();
    for (LiveFileMetaData file : db.files(TABLE)) {
      if (file.level() > 0) {
        OpenOmDb.corrupt(file);
      }
    }
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("checksum mismatch").contains("bootstrap this OM anew");
    db.put("openKeyTable", a, VALUE_BYTES);
    assertThat(db.contents("openKeyTable")).hasSize(1);
  }

  @Test
  void whatever_goes_wrong_is_an_outcome() throws Exception {
    pressure = () -> {
      throw new IllegalStateException("no gauge");
    };
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("no gauge").contains("trigger the job again");
  }

  @Test
  void an_interrupt_goes_through() throws Exception {
    massDelete();
    pressure = () -> Optional.of(PressureGauges.newBuilder().prepared(true).build());
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(job("b").build())).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  @Test
  void a_bucket_that_is_gone_has_no_ranges() throws Exception {
    massDelete();
    TurnOutcome outcome = run(job("no-such-bucket").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.last().getRangesTotal()).isZero();
  }

  @Test
  void keys_of_odd_names_survive() throws Exception {
    byte[] odd = db.bucket("odd", BucketLayout.OBJECT_STORE, TABLE);
    for (String name : List.of("dir//file", "ünïcødé-\u65e5\u672c", " ", "k".repeat(4_000), "\u0001")) {
      db.put(TABLE, (new String(odd, StandardCharsets.UTF_8) + name).getBytes(StandardCharsets.UTF_8), VALUE_BYTES);
    }
    db.putAll(TABLE, odd, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, odd, KEYS);
    db.flush(TABLE);
    Map<String, String> before = db.contents(TABLE);
    assertSucceeded(run(job("odd").build()));
    assertThat(db.contents(TABLE)).isEqualTo(before).hasSize(5);
    assertThat(db.tombstones(TABLE)).isZero();
  }
}
