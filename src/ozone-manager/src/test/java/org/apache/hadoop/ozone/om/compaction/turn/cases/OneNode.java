// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.Onlooker;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.PressureGauges;
import org.apache.hadoop.ozone.om.compaction.turn.PressureReader;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The compaction of one OM over a real database with three buckets, with a manual clock. */
public abstract class OneNode {
  protected static final String TABLE = "keyTable";
  protected static final int KEYS = 2_000;
  protected static final int VALUE_BYTES = 100;

  @TempDir
  private Path directory;
  protected OpenOmDb db;
  protected ExactCounts exactCounts = new ExactCounts();
  protected final HandClock handClock = new HandClock();
  protected final OzoneConfiguration conf = new OzoneConfiguration();
  /** Made from {@link #conf} together with the node. */
  protected CompactionConfig config;
  protected final Onlooker ring = new Onlooker();
  protected TurnClock clock = handClock;
  protected PressureGauges.Source pressure;
  protected Duration scanPatience = Duration.ofSeconds(3);
  protected byte[] a;
  protected byte[] b;
  protected byte[] c;

  @BeforeEach
  protected void open() throws Exception {
    db = OpenOmDb.in(directory);
    pressure = new PressureReader(db::metadata, () -> false);
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    a = db.bucket("a", BucketLayout.OBJECT_STORE, TABLE);
    b = db.bucket("b", BucketLayout.OBJECT_STORE, TABLE);
    c = db.bucket("c", BucketLayout.OBJECT_STORE, TABLE);
  }

  @AfterEach
  protected void close() throws Exception {
    exactCounts.close();
    db.close();
  }

  protected NodeCompaction node() {
    config = CompactionConfig.from(conf);
    return new NodeCompaction(planner(), exactCounts, pressure, config, clock);
  }

  /** The planner that previews use, too. */
  protected NodePlanner planner() {
    return new NodePlanner(new LsmReader(db::metadata), exactCounts, CompactionConfig.from(conf), scanPatience,
        WorthCompacting.byMinima());
  }

  protected TurnOutcome run(JobSpec spec) throws InterruptedException {
    return node().run(spec, ring);
  }

  protected static JobSpec.Builder job(String... buckets) {
    Targets.Builder targets = Targets.newBuilder();
    Arrays.stream(buckets).forEach(bucket -> targets.addBuckets("/" + OpenOmDb.VOLUME + "/" + bucket));
    return JobSpec.newBuilder().setJobId("job").setTargets(targets)
        .setThresholds(Thresholds.newBuilder().setMinTombstones(1).setMinRatio(0));
  }

  /** Three buckets on the lowest level, then all rows of b deleted. */
  protected void massDelete() throws Exception {
    db.targetFileBytes(TABLE, 64 << 10);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
  }

  protected void assertSucceeded(TurnOutcome outcome) {
    assertThat(outcome.getMessage()).isEmpty();
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.TURN_REASON_NONE);
  }

  /** At least two ranges: b and half of c. */
  protected JobSpec.Builder twoRanges() throws Exception {
    massDelete();
    db.deleteAll(TABLE, c, KEYS / 2);
    db.flush(TABLE);
    return job("b", "c");
  }
}
