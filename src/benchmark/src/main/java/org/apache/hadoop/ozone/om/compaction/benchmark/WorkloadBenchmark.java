// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.SeekTime;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/**
 * The published workload for range compaction in Ozone on a ring of three OMs, through Ozone's own client: what clients
 * meet with nothing done about tombstones, with jobs of this add-on, and with stock's periodic service. A JVM measures
 * one of them.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WorkloadBenchmark {
  private static final String VOLUME = "benchmark";
  private static final String BUCKET = "queue";
  private static final String OTHER = "rest";
  private static final int LIVE = 25_000;
  private static final int OTHER_KEYS = 500_000;
  private static final int PASSED = 250_000;
  private static final int THREADS = 8;
  private static final int ROUND_SECONDS = 15;

  private final EmbeddedRing ring;
  private final Mode mode;
  private final AdminCli cli;

  /** @param site where the ring's ozone-site.xml is written */
  private WorkloadBenchmark(EmbeddedRing ring, Mode mode, Path site) throws IOException {
    this.ring = ring;
    this.mode = mode;
    this.cli = new AdminCli(site);
    ring.writeSite(site);
  }

  /** What is done about tombstones, every 15 seconds. */
  enum Mode {
    NOTHING("nothing"), RANGES("a job of this add-on"), WHOLE_TABLE_SERVICE("stock's service");

    private final String title;

    Mode(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /**
   * One mode. Times in milliseconds, sizes in bytes.
   *
   * @param meanSeek   on the leader, to the bucket's first key, sampled twice a second
   * @param movedBytes read and written by compactions of keyTable on all OMs
   * @param jobs       that the mode has run
   */
  record Run(Mode mode, int seconds, Map<Workload.Kind, Workload.Latencies> latencies,
      double meanSeek, double maxSeek, long movedBytes, int jobs) { }

  /** @param args a directory for the ring, one for results, a {@link Size}, a {@link Mode} */
  public static void main(String[] args) throws Exception {
    Mode mode = Mode.valueOf(args[3]);
    Path directory = Path.of(args[0]);
    OmDb.delete(directory);
    EmbeddedRing.Builder builder = EmbeddedRing.in(directory).set("ozone.om.range.compaction.disk.reserve", "1GB")
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB");
    if (mode == Mode.WHOLE_TABLE_SERVICE) {
      builder.set("ozone.om.compaction.service.enabled", "true")
          .set("ozone.om.compaction.service.run.interval", ROUND_SECONDS + "s")
          .set("ozone.om.compaction.service.columnfamilies", OMDBDefinition.KEY_TABLE);
    }
    try (EmbeddedRing ring = builder.start()) {
      Run run = new WorkloadBenchmark(ring, mode, directory.resolve("client/ozone-site.xml"))
          .run(Size.valueOf(args[2]).workloadSeconds());
      new ResultFile(Path.of(args[1], "workload-" + mode + ".json")).write(List.of(run));
      print(run);
    } finally {
      OmDb.delete(directory);
    }
    System.exit(0);
  }

  private static void print(Run run) {
    System.out.printf("%n%s: seek mean %.2f ms, max %.1f ms, %,.0f MB moved, %d jobs%n", run.mode, run.meanSeek,
        run.maxSeek, run.movedBytes / 1e6, run.jobs);
    run.latencies.forEach((kind, of) -> System.out.printf("%-8s %,8d  mean %6.1f  p50 %6.1f  p99 %7.1f  p99.9 %7.1f"
        + "  max %7.1f ms%n", kind, of.count(), of.mean(), of.p50(), of.p99(), of.p999(), of.max()));
  }

  private Run run(int seconds) throws Exception {
    fill();
    long moved = movedBytes();
    List<Double> seeks = new ArrayList<>();
    int jobs = 0;
    Workload workload = new Workload(ring, VOLUME, BUCKET, PASSED, LIVE, THREADS);
    try (workload) {
      long began = System.nanoTime();
      long nextRound = began;
      while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(seconds)) {
        if (mode == Mode.RANGES && System.nanoTime() >= nextRound) {
          nextRound += TimeUnit.SECONDS.toNanos(ROUND_SECONDS);
          jobs += trigger() ? 1 : 0;
        }
        seeks.add(SeekTime.median(ring.leader(), OMDBDefinition.KEY_TABLE, rows(BUCKET).prefix()).toNanos() / 1e6);
        TimeUnit.MILLISECONDS.sleep(500);
      }
    }
    return new Run(mode, seconds, workload.end(),
        seeks.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        seeks.stream().mapToDouble(Double::doubleValue).max().orElse(0), movedBytes() - moved, jobs);
  }

  private BucketRows rows(String bucket) throws IOException {
    return BucketRows.of(ring.leader(), OMDBDefinition.KEY_TABLE, VOLUME, bucket);
  }

  /** Another bucket at rest, and a queue through which keys have passed. */
  private void fill() throws IOException {
    BucketArgs layout = BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build();
    try (OzoneClient client = ring.newClient()) {
      client.getObjectStore().createVolume(VOLUME);
      client.getObjectStore().getVolume(VOLUME).createBucket(BUCKET, layout);
      client.getObjectStore().getVolume(VOLUME).createBucket(OTHER, layout);
    }
    BulkTables tables = new BulkTables(ring);
    tables.put(rows(OTHER), OTHER_KEYS);
    tables.put(rows(BUCKET), PASSED + LIVE);
    tables.settle(OMDBDefinition.KEY_TABLE, 4L << 20);
    tables.delete(rows(BUCKET), PASSED, row -> true);
    tables.flush(OMDBDefinition.KEY_TABLE);
  }

  /** The job is not waited for; while it runs the next of the same bucket is refused. */
  private boolean trigger() {
    return cli.run("trigger", "--bucket", '/' + VOLUME + '/' + BUCKET).exitCode() == 0;
  }

  private long movedBytes() throws RocksDBException {
    long bytes = 0;
    for (OzoneManager om : ring.running()) {
      RocksDatabase database = ((RDBStore) om.getMetadataManager().getStore()).getDb();
      CompactionBytes moved = CompactionBytes.of(database.getManagedRocksDb().get(),
          database.getColumnFamily(OMDBDefinition.KEY_TABLE).getHandle());
      bytes += moved.read() + moved.written();
    }
    return bytes;
  }
}
