// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.SeekTime;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobOrigin;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.TurnFigures;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;

/**
 * The published workload for range compaction in Ozone on a ring of three OMs, through Ozone's own client: what clients
 * meet with nothing done about tombstones, with this add-on's automatic service, and with stock's periodic one. A JVM
 * measures one of them.
 *
 * <p>Time is compressed: an hour of the two services takes some seconds only, while clients work as fast as they can.
 * Stock's service compacts once an hour and this add-on's looks every ten minutes of these.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WorkloadBenchmark {
  /** Of the time that is measured: each is told by itself, so that a slow one does not hide. */
  static final int PARTS = 10;
  private static final String SERVICE = "ozone.om.range.compaction.service.";
  private static final String VOLUME = "benchmark";
  private static final String BUCKET = "queue";
  private static final String OTHER = "rest";
  /** Right behind the queue: a file with keys of both is not wide, and no list passes what is left here. */
  private static final String WARM_UP = "queued-elsewhere";
  private static final int LIVE = 25_000;
  /** With 3,000,000 keys at rest the table has as many files as one of 40,000,000 keys with files of an OM. */
  private static final long FILE_BYTES = 2L << 20;
  private static final int PASSED = 250_000;
  private static final int THREADS = 8;
  private static final int LOOKS_OF_AN_HOUR = 6;
  /** Before the clients' own tombstones make an empty ring a slow one. */
  private static final int MAX_SECONDS_OF_EMPTY = 30;
  private static final int MILLIS_BETWEEN_SEEKS = 500;
  /** Where an hour is a few seconds, the service has yet to hear of all OMs when it is over. */
  private static final Duration FIRST_ROUND = Duration.ofMinutes(2);

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

  /** What the ring holds, and what is done about tombstones. */
  enum Mode {
    EMPTY("an empty ring"), NOTHING("nothing"), SERVICE("this add-on's service"),
    WHOLE_TABLE_SERVICE("stock's service");

    private final String title;

    Mode(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** Keys that were created and deleted before clients begin. */
    private int passed() {
      return this == EMPTY ? 0 : PASSED;
    }
  }

  /**
   * One mode. Times in milliseconds, sizes in bytes.
   *
   * @param seconds     that were counted
   * @param hourSeconds that stand for an hour
   * @param listParts   mean of LIST in each {@link #PARTS part} of the time
   * @param meanSeek    on the leader, to the bucket's first key, sampled twice a second
   * @param moved       by compactions of keyTable that began in the time, on all OMs
   * @param checkBytes  read besides by those rounds, to count and to verify checksums
   * @param rounds      of this add-on's service that began in the time and have ended well
   */
  record Run(Mode mode, int seconds, int hourSeconds, Map<Workload.Kind, Workload.Latencies> latencies,
      List<Double> listParts, double meanSeek, double maxSeek, CompactionLog moved, long checkBytes, int rounds) {
    /** Of what somebody asked for, a service among them; what RocksDB does by itself is not in it. */
    double askedBytesOfAnHour() {
      return (moved.asked() + checkBytes) * (double) hourSeconds / seconds;
    }

    /** The mean of LIST in the slowest part of the time. */
    double slowestList() {
      return listParts.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }
  }

  /** What is known of a run while its ring is up. */
  private record Counted(Run run, long from, long to, List<Path> databases) {
    /** What RocksDB's logs tell of the time, once all databases are closed. */
    Run complete() throws IOException {
      CompactionLog moved = CompactionLog.NONE;
      for (Path database : databases) {
        moved = moved.plus(CompactionLog.of(database, OMDBDefinition.KEY_TABLE, from, to));
      }
      return new Run(run.mode, run.seconds, run.hourSeconds, run.latencies, run.listParts, run.meanSeek, run.maxSeek,
          moved, run.checkBytes, run.rounds);
    }
  }

  /** @param args a directory for the ring, one for results, a {@link Size}, a {@link Mode} */
  public static void main(String[] args) throws Exception {
    Mode mode = Mode.valueOf(args[3]);
    Size.WorkloadSize size = Size.valueOf(args[2]).workload();
    int seconds = Integer.getInteger("workload.seconds", size.seconds());
    int hour = Integer.getInteger("workload.hour", size.hourSeconds());
    if (seconds == 0) {
      System.out.println("Clients of a ring are not measured at size " + args[2]);
      return;
    }
    Path directory = Path.of(args[0]);
    OmDb.delete(directory);
    Counted counted;
    try (EmbeddedRing ring = ring(directory, mode, hour)) {
      counted = new WorkloadBenchmark(ring, mode, directory.resolve("client/ozone-site.xml"))
          .run(seconds, hour, size);
    }
    Run run = counted.complete();
    new ResultFile(Path.of(args[1], "workload-" + mode + ".json")).write(List.of(run));
    print(run);
    OmDb.delete(directory);
    System.exit(0);
  }

  private static EmbeddedRing ring(Path directory, Mode mode, int hour) throws IOException {
    EmbeddedRing.Builder builder = EmbeddedRing.in(directory).set("ozone.om.range.compaction.disk.reserve", "1GB")
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB");
    if (mode == Mode.SERVICE) {
      builder.set(SERVICE + "enabled", "true").set(SERVICE + "mode", "compact")
          .set(SERVICE + "interval", Math.max(1_000, hour * 1_000 / LOOKS_OF_AN_HOUR) + "ms");
    }
    if (mode == Mode.WHOLE_TABLE_SERVICE) {
      builder.set("ozone.om.compaction.service.enabled", "true")
          .set("ozone.om.compaction.service.run.interval", hour + "s")
          .set("ozone.om.compaction.service.columnfamilies", OMDBDefinition.KEY_TABLE);
    }
    return builder.start();
  }

  private static void print(Run run) {
    System.out.printf("%n%s: seek mean %.2f ms, max %.1f ms; asked for %,.0f MB, automatic %,.0f, checks %,.0f;"
        + " %d rounds; LIST by part %s%n", run.mode, run.meanSeek, run.maxSeek, run.moved.asked() / 1e6,
        run.moved.automatic() / 1e6, run.checkBytes / 1e6, run.rounds,
        run.listParts.stream().map(mean -> String.format("%.1f", mean)).toList());
    run.latencies.forEach((kind, of) -> System.out.printf("%-8s %,8d  mean %6.1f  p50 %6.1f  p99 %7.1f  p99.9 %7.1f"
        + "  max %7.1f ms%n", kind, of.count(), of.mean(), of.p50(), of.p99(), of.p999(), of.max()));
  }

  /**
   * Before anything is counted clients work in another bucket, until a JVM that is minutes old is as fast as it gets:
   * an empty ring can be measured for some seconds only, and is what all else is held against. Then, but on that ring,
   * for an hour in this one.
   */
  private Counted run(int seconds, int hour, Size.WorkloadSize size) throws Exception {
    fill(size.keysAtRest());
    try (Workload elsewhere = new Workload(ring, VOLUME, WARM_UP, 0, LIVE, THREADS)) {
      TimeUnit.SECONDS.sleep(size.warmUpSeconds());
      elsewhere.end();
    }
    return mode == Mode.EMPTY ? count(Math.min(seconds, MAX_SECONDS_OF_EMPTY), hour, 0) : count(seconds, hour, hour);
  }

  private Counted count(int seconds, int hour, int uncountedBefore) throws Exception {
    List<Double> seeks = new ArrayList<>();
    long from;
    Workload workload = new Workload(ring, VOLUME, BUCKET, mode.passed(), LIVE, THREADS);
    try (workload) {
      TimeUnit.SECONDS.sleep(uncountedBefore);
      if (mode == Mode.SERVICE) {
        Awaitility.await("the first round").atMost(FIRST_ROUND).pollInterval(Duration.ofSeconds(1))
            .until(() -> !rounds(0).isEmpty());
      }
      workload.count();
      from = System.currentTimeMillis();
      for (long began = System.nanoTime(); System.nanoTime() - began < TimeUnit.SECONDS.toNanos(seconds); ) {
        seeks.add(SeekTime.median(ring.leader(), OMDBDefinition.KEY_TABLE, rows(BUCKET).prefix()).toNanos() / 1e6);
        TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_SEEKS);
      }
      workload.end();
    }
    long to = System.currentTimeMillis();
    List<Job> rounds = rounds(from);
    Run run = new Run(mode, seconds, hour, workload.latencies(),
        workload.inParts(Workload.Kind.LIST, PARTS).stream().map(Workload.Latencies::mean).toList(),
        seeks.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        seeks.stream().mapToDouble(Double::doubleValue).max().orElse(0), CompactionLog.NONE,
        sum(rounds, TurnFigures::getCheckReadBytes), rounds.size());
    return new Counted(run, from, to, ring.running().stream().map(WorkloadBenchmark::database).toList());
  }

  private static Path database(OzoneManager om) {
    return om.getMetadataManager().getStore().getDbLocation().toPath();
  }

  /** Those that have ended well. @param from milliseconds since 1970 */
  private List<Job> rounds(long from) throws IOException {
    AdminCli.Result status = cli.run("status", "--length", "1000", "--json");
    return CompactionJson.mapper().readValue(status.out(), JobList.class).getJobs().stream()
        .filter(job -> job.getOrigin() == JobOrigin.SERVICE && job.getState() == JobState.SUCCEEDED
            && Instant.parse(job.getCreated()).toEpochMilli() >= from).toList();
  }

  private static long sum(List<Job> jobs, ToLongFunction<TurnFigures> figure) {
    return jobs.stream().flatMap(job -> job.getTurns().stream()).filter(turn -> turn.getFigures() != null)
        .mapToLong(turn -> figure.applyAsLong(turn.getFigures())).sum();
  }

  private BucketRows rows(String bucket) throws IOException {
    return BucketRows.of(ring.leader(), OMDBDefinition.KEY_TABLE, VOLUME, bucket);
  }

  /** A queue through which keys have passed, and another bucket at rest; an empty ring has what is alive alone. */
  private void fill(int keysAtRest) throws IOException {
    BucketArgs layout = BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build();
    try (OzoneClient client = ring.newClient()) {
      client.getObjectStore().createVolume(VOLUME);
      for (String bucket : List.of(BUCKET, OTHER, WARM_UP)) {
        client.getObjectStore().getVolume(VOLUME).createBucket(bucket, layout);
      }
    }
    BulkTables tables = new BulkTables(ring);
    tables.put(rows(WARM_UP), LIVE);
    tables.put(rows(BUCKET), mode.passed() + LIVE);
    if (mode != Mode.EMPTY) {
      tables.put(rows(OTHER), keysAtRest);
    }
    tables.settle(OMDBDefinition.KEY_TABLE, FILE_BYTES);
    if (mode != Mode.EMPTY) {
      tables.delete(rows(BUCKET), mode.passed(), row -> true);
      tables.flush(OMDBDefinition.KEY_TABLE);
    }
  }
}
