// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.rocksdb.RocksDBException;

/**
 * Runs the published workload for range compaction in Ozone on a ring of three OMs, through Ozone's own client.
 * Measures latencies without compaction of tombstones, with this add-on's automatic service, and with Ozone's periodic
 * one. One mode per JVM, in which clients work in a bucket in front of another one, then in one behind it.
 *
 * <p>Time is compressed: some seconds stand for an hour of both services, while clients work as fast as they can.
 * Ozone's service compacts once in such an hour, and this add-on's plans every ten minutes of it.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WorkloadBenchmark {
  private static final double MAX_LIST_OF_EMPTY = 1.5;
  private static final double MAX_CREATE_P99 = 1.2;
  private static final double MAX_BYTES_OF_STOCK = 0.1;
  /** Parts of the measured time, which are reported separately so that a slow one shows. */
  private static final int PARTS = 10;
  /** Seconds that stand for an hour. */
  private static final int HOUR_SECONDS = 60;
  private static final int LOOK_SECONDS = HOUR_SECONDS / 6;
  private static final String VOLUME = "benchmark";
  private static final String OTHER = "rest";
  /**
   * Bucket in which the clients warm up. It lies directly behind a queue, so that a file with keys of both is not wide,
   * and lists do not pass the tombstones that are left here.
   */
  private static final String WARM_UP = "a-warm-up";
  private static final int LIVE = 25_000;
  /** File size with which a table of 3,000,000 keys at rest has as many files as one of 40,000,000 keys in an OM. */
  private static final long FILE_BYTES = 2L << 20;
  private static final int PASSED = 250_000;
  private static final int THREADS = 8;
  /** Limit for the empty ring: after that, the clients' own tombstones make it slow. */
  private static final int MAX_SECONDS_OF_EMPTY = 30;
  /**
   * Time for the first round: where an hour takes a few seconds, the service has not heard from all OMs when the first
   * one is over.
   */
  private static final Duration FIRST_ROUND = Duration.ofMinutes(2);

  private final EmbeddedRing ring;
  private final Mode mode;
  private final Size.Ring size;
  private final AdminCli cli;

  /** @param site where to write the ring's ozone-site.xml */
  private WorkloadBenchmark(EmbeddedRing ring, Mode mode, Size.Ring size, Path site) throws IOException {
    this.ring = ring;
    this.mode = mode;
    this.size = size;
    this.cli = new AdminCli(site);
    ring.writeSite(site);
  }

  /** Where the clients' bucket lies. */
  enum Place {
    FRONT("a-queue", "in front"), BEHIND("z-queue", "behind");

    private final String bucket;
    private final String title;

    Place(String bucket, String title) {
      this.bucket = bucket;
      this.title = title;
    }
  }

  /** The rows of the ring, and the way in which its tombstones are compacted. */
  enum Mode {
    EMPTY("an empty ring", Map.of()),
    NOTHING("nothing", Map.of()),
    SERVICE("this add-on's service", Map.of("ozone.om.range.compaction.service.enabled", "true",
        "ozone.om.range.compaction.service.mode", "compact",
        "ozone.om.range.compaction.service.interval", LOOK_SECONDS + "s")),
    WHOLE_TABLE_SERVICE("stock's service", Map.of("ozone.om.compaction.service.enabled", "true",
        "ozone.om.compaction.service.run.interval", HOUR_SECONDS + "s",
        "ozone.om.compaction.service.columnfamilies", OMDBDefinition.KEY_TABLE));

    private final String title;
    private final Map<String, String> settings;

    Mode(String title, Map<String, String> settings) {
      this.title = title;
      this.settings = settings;
    }

    /** Number of keys that are created and deleted before the clients begin. */
    private int passed() {
      return this == EMPTY ? 0 : PASSED;
    }
  }

  /**
   * Result of one mode and place. Times in milliseconds, sizes in bytes.
   *
   * @param seconds     measured duration
   * @param slowestList mean of LIST in the slowest tenth of the time
   * @param movedBytes  bytes of all OMs: by compactions of keyTable, and by rounds of the service that count tombstones
   *                    and verify checksums
   * @param rounds      rounds of this add-on's service that began in that time and succeeded
   */
  record Run(Mode mode, Place place, int seconds, Map<Workload.Kind, Timings.Latencies> latencies, double slowestList,
      long movedBytes, int rounds) {
    String title() {
      return mode.title + ", " + place.title;
    }

    /** Bytes moved in an hour, in megabytes. */
    private double movedInAnHour() {
      return movedBytes / 1e6 * HOUR_SECONDS / seconds;
    }

    private Timings.Latencies list() {
      return latencies.get(Workload.Kind.LIST);
    }
  }

  /** @param args a directory for the ring, one for results, a {@link Size}, a {@link Mode} */
  public static void main(String[] args) throws Exception {
    Mode mode = Mode.valueOf(args[3]);
    Size.Ring size = Size.of(args[2]).ring();
    if (size == null) {
      System.out.println("Clients of a ring are not measured at size " + args[2]);
      return;
    }
    Path directory = Path.of(args[0]);
    OmDb.delete(directory);
    EmbeddedRing.Builder builder = EmbeddedRing.builder(directory).set("ozone.om.range.compaction.disk.reserve", "1GB")
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB");
    mode.settings.forEach(builder::set);
    try (EmbeddedRing ring = builder.start()) {
      // Ozone's own handler of uncaught errors only writes into a log that nobody reads here.
      Thread.setDefaultUncaughtExceptionHandler((thread, e) -> e.printStackTrace());
      List<Run> runs = new WorkloadBenchmark(ring, mode, size, directory.resolve("client/ozone-site.xml")).run();
      Report.write(Path.of(args[1]), "workload-" + mode, runs);
      runs.forEach(System.out::println);
    }
    OmDb.delete(directory);
    System.exit(0);
  }

  /**
   * Measures both places. Clients warm up in another bucket first, until the JVM runs at full speed, as the empty ring,
   * the baseline of all modes, can only be measured for some seconds.
   */
  private List<Run> run() throws Exception {
    fill();
    try (Workload elsewhere = new Workload(ring, VOLUME, WARM_UP, 0, LIVE, THREADS)) {
      TimeUnit.SECONDS.sleep(size.warmUpSeconds());
      elsewhere.end();
    }
    List<Run> runs = new ArrayList<>();
    for (Place place : Place.values()) {
      runs.add(run(place));
    }
    return runs;
  }

  /** Measures one place. Clients warm up there for an hour, except on the empty ring. */
  private Run run(Place place) throws Exception {
    int seconds = mode == Mode.EMPTY ? Math.min(size.seconds(), MAX_SECONDS_OF_EMPTY) : size.seconds();
    try (Workload workload = new Workload(ring, VOLUME, place.bucket, mode.passed(), LIVE, THREADS)) {
      TimeUnit.SECONDS.sleep(mode == Mode.EMPTY ? 0 : HOUR_SECONDS);
      if (mode == Mode.SERVICE) {
        awaitRound();
      }
      long began = System.currentTimeMillis();
      long moved = moved();
      long from = System.nanoTime();
      TimeUnit.SECONDS.sleep(seconds);
      long to = System.nanoTime();
      // RocksDB tells the bytes in gigabytes, rounded, so a difference may be negative.
      moved = Math.max(0, moved() - moved);
      workload.end();
      List<JobJson> rounds = rounds(began);
      moved += rounds.stream().flatMap(job -> job.getTurns().stream()).map(TurnJson::getFigures)
          .filter(Objects::nonNull).map(TurnFiguresJson::getCheckReadBytes).filter(Objects::nonNull)
          .mapToLong(Long::longValue).sum();
      Map<Workload.Kind, Timings.Latencies> latencies = new EnumMap<>(Workload.Kind.class);
      for (Workload.Kind kind : Workload.Kind.values()) {
        latencies.put(kind, workload.latencies(kind, from, to));
      }
      long part = (to - from) / PARTS;
      double slowestList = IntStream.range(0, PARTS).mapToDouble(i ->
          workload.latencies(Workload.Kind.LIST, from + i * part, from + (i + 1) * part).mean()).max().orElseThrow();
      return new Run(mode, place, seconds, latencies, slowestList, moved, rounds.size());
    }
  }

  private void awaitRound() {
    try {
      Awaitility.await("the first round").atMost(FIRST_ROUND).pollInterval(Duration.ofSeconds(1))
          .until(() -> !rounds(0).isEmpty());
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException("No round has succeeded: " + cli.run("service", "--node-id", "all").out()
          + cli.run("status").out(), e);
    }
  }

  /** Bytes read and written by all compactions of keyTable on all OMs, automatic ones too. */
  private long moved() throws IOException, RocksDBException {
    long sum = 0;
    for (OzoneManager om : ring.running()) {
      RocksDatabase database = ((RDBStore) om.getMetadataManager().getStore()).getDb();
      CompactionBytes moved = CompactionBytes.of(database.getManagedRocksDb().get(),
          database.getColumnFamily(OMDBDefinition.KEY_TABLE).getHandle());
      sum += moved.read() + moved.written();
    }
    return sum;
  }

  /** The rounds that succeeded. @param from milliseconds since 1970 */
  private List<JobJson> rounds(long from) throws IOException {
    AdminCli.Result status = cli.run("status", "--length", "1000", "--json");
    return CompactionJson.mapper().readValue(status.out(), JobListJson.class).getJobs().stream()
        .filter(job -> job.getOrigin() == JobOriginJson.SERVICE && job.getState() == JobStateJson.SUCCEEDED
            && Instant.parse(job.getCreated()).toEpochMilli() >= from).toList();
  }

  static void report(Report report) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      runs.addAll(report.read("workload-" + mode, Run.class));
    }
    List<String> latencies = new ArrayList<>();
    List<String> services = new ArrayList<>();
    for (Run run : runs) {
      run.latencies.forEach((kind, of) -> latencies.add(Report.row(
          "%s | %s | %,d | %.1f | %.1f | %.1f | %.1f | %.0f", run.title(), kind, of.count(), of.mean(), of.p50(),
          of.p99(), of.p999(), of.max())));
      services.add(Report.row("%s | %d | %.1f | %s | %,.1f", run.title(), run.seconds, run.slowestList,
          run.mode == Mode.SERVICE ? run.rounds : "", run.movedInAnHour()));
    }
    report.table("workload", " | | count | mean | p50 | p99 | p99.9 | max", latencies);
    report.table("workload-services",
        " | seconds | LIST mean in the slowest tenth, ms | rounds | MB moved in an hour, all OMs", services);
    if (runs.size() == Mode.values().length * Place.values().length) {
      Plots.workload(report.plot("workload"), runs);
      for (Place place : Place.values()) {
        List<Run> there = runs.stream().filter(run -> run.place == place).toList();
        claims(report, there.get(0), there.get(1), there.get(2), there.get(3));
      }
    }
  }

  private static void claims(Report report, Run empty, Run nothing, Run ours, Run stock) {
    String place = ", " + ours.place.title;
    report.atMost(MAX_LIST_OF_EMPTY, "an empty ring's", "Clients' LIST with the service, mean" + place,
        ours.list().mean(), empty.list().mean(), "ms");
    report.atMost(MAX_LIST_OF_EMPTY, "an empty ring's",
        "Clients' LIST with the service, mean in the slowest tenth of the time" + place, ours.slowestList,
        empty.slowestList, "ms");
    report.atMost(MAX_CREATE_P99, "that without compaction", "Clients' CREATE with the service, p99" + place,
        ours.latencies.get(Workload.Kind.CREATE).p99(), nothing.latencies.get(Workload.Kind.CREATE).p99(), "ms");
    report.atMost(MAX_BYTES_OF_STOCK, "those of stock's service",
        "Bytes that the service moves in an hour, on all OMs" + place, ours.movedInAnHour(), stock.movedInAnHour(),
        "MB");
    report.claim("Rounds of the service" + place, ours.rounds > 0, "at least one", "%d", ours.rounds);
  }

  private BucketRows rows(String bucket) throws IOException {
    return BucketRows.of(ring.leader(), OMDBDefinition.KEY_TABLE, VOLUME, bucket);
  }

  /**
   * Fills two queues, through which keys have passed, and between them a bucket at rest. An empty ring gets the live
   * keys only.
   */
  private void fill() throws IOException {
    BucketArgs layout = BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build();
    try (OzoneClient client = ring.newClient()) {
      client.getObjectStore().createVolume(VOLUME);
      for (String bucket : List.of(Place.FRONT.bucket, WARM_UP, OTHER, Place.BEHIND.bucket)) {
        client.getObjectStore().getVolume(VOLUME).createBucket(bucket, layout);
      }
    }
    BulkTables tables = new BulkTables(ring);
    tables.put(rows(WARM_UP), LIVE);
    for (Place place : Place.values()) {
      tables.put(rows(place.bucket), mode.passed() + LIVE);
    }
    if (mode != Mode.EMPTY) {
      tables.put(rows(OTHER), size.keysAtRest());
    }
    tables.settle(OMDBDefinition.KEY_TABLE, FILE_BYTES);
    if (mode != Mode.EMPTY) {
      for (Place place : Place.values()) {
        tables.delete(rows(place.bucket), mode.passed(), row -> true);
      }
      tables.flush(OMDBDefinition.KEY_TABLE);
    }
  }
}
