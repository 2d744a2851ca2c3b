// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.benchmark.EmptiedBuckets;
import org.apache.hadoop.ozone.om.compaction.benchmark.LargeDatabase;
import org.apache.hadoop.ozone.om.compaction.benchmark.Report;
import org.apache.hadoop.ozone.om.compaction.benchmark.Timings;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;

/**
 * Measures reads of a large OM relative to the one call that they require, RocksDB's {@code getLiveFilesMetaData}:
 * {@code /places}, {@code /buckets} and {@code /ranges} as the servlet answers them, with JSON, over an om.db of 15,000
 * files and 100,000 buckets. Limits for {@code list}: 1.5 times the call's processor time while nothing changes, and 64
 * MB alive. Beside reads that start without cached results, no write of a client may take 20 ms. Over 10,000 emptied
 * buckets, and 1,000 slow places, no answer may take more than two seconds and the largest step.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class LookBenchmark {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CALL = "getLiveFilesMetaData";
  /** Suffix for the names of reads after a change of all tables. */
  private static final String CHANGED = ", all changed";
  private static final String PLAN = "plan of everything";
  private static final String PLACES = "places";
  private static final String BUCKETS = "buckets";
  private static final List<String> OF_LIST = List.of(PLACES, "places of keyTable", "places of an ordinary bucket");
  private static final double MAX_UNCHANGED = 1.5;
  private static final double MAX_ALIVE_MEGABYTES = 64;
  private static final double MAX_ANSWER_SECONDS = 2;
  /** Buckets of a large table; one in fifty is emptied. */
  private static final int LARGE_BUCKETS = 500;
  private static final int WARM_UP = 12;
  private static final int ROUNDS = 11;
  /** How many wide files are added to level 0 of each table, one after the other. */
  private static final int CHANGES = 9;
  private static final int LOOKS_SAMPLED = 5;
  private static final int PAUSE_MILLIS = 20;
  private static final int PUTS_PER_SECOND = 200;
  private static final int SECONDS_BESIDE = 20;
  /** Limit for a client's write in milliseconds; a client does not notice shorter ones. */
  private static final double MAX_WRITE = 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final LargeDatabase om;
  private final ExactCounts exactCounts = new ExactCounts();
  private final List<Cost> results = new ArrayList<>();
  private DatabaseReads reads;

  private LookBenchmark(LargeDatabase om) {
    this.om = om;
    begin();
  }

  /** Begins with empty caches. */
  private void begin() {
    reads = new DatabaseReads(om::metadata, exactCounts);
  }

  /**
   * @param args directories of the database and of results; then {@code FIRST} for first looks alone, or {@code LARGE}
   *     for one at a large table, with its number of keys
   */
  public static void main(String[] args) throws Exception {
    Path databases = Path.of(args[0]);
    Path results = Path.of(args[1]);
    String what = args.length > 2 ? args[2] : "";
    if (what.equals("LARGE")) {
      firstLooksAtLarge(databases, results, Integer.parseInt(args[3]));
    } else {
      if (!what.equals("FIRST")) {
        looks(databases, results);
      }
      firstLooks(databases, results);
    }
  }

  private static void looks(Path databases, Path results) throws Exception {
    try (LargeDatabase om = LargeDatabase.make(databases.resolve("large"))) {
      LookBenchmark benchmark = new LookBenchmark(om);
      benchmark.run();
      Report.write(results, "looks", benchmark.results);
      Report.write(results, "writes-beside-looks", benchmark.writesBesideLooks());
      benchmark.exactCounts.close();
    }
  }

  private static void firstLooks(Path databases, Path results) throws Exception {
    List<FirstLooks> first = new ArrayList<>();
    for (int buckets : new int[] {1_000, 10_000}) {
      try (EmptiedBuckets om = EmptiedBuckets.make(databases.resolve("emptied"), buckets, 500, 500)) {
        first.add(firstLooks(String.format("%,d emptied buckets of 500 rows", buckets), om));
      }
    }
    try (EmptiedBuckets om = EmptiedBuckets.make(databases.resolve("begins"), 1_000, 12_000, 11_000)) {
      first.add(firstLooks("1,000 buckets, 11,000 rows deleted at the begin of each", om));
    }
    try (EmptiedBuckets om = EmptiedBuckets.ofLargeRows(databases.resolve("rows"), 3_000, 2_000)) {
      first.add(firstLooks("3,000 rows of a mebibyte, 2,000 of them deleted in a row", om));
    }
    Report.write(results, "first-looks", first);
  }

  private static void firstLooksAtLarge(Path databases, Path results, int keys) throws Exception {
    long began = System.nanoTime();
    try (EmptiedBuckets om = EmptiedBuckets.ingested(databases.resolve("keys"), LARGE_BUCKETS, keys / LARGE_BUCKETS)) {
      System.out.printf("%,d keys made in %.0f s%n", keys, (System.nanoTime() - began) / 1e9);
      Report.write(results, "first-looks-large",
          List.of(firstLooks(String.format("%,d keys of 500 buckets, ten of them emptied", keys), om)));
    }
  }

  /**
   * Looks at a database that nobody has looked at yet, until all of it is looked at.
   *
   * @param answers   how many answers that took
   * @param longest   seconds of the longest of them
   * @param processor most seconds of processor time that one of them took, whatever else the machine does
   * @param places    slow places found
   * @param then      milliseconds of processor time of an answer after that, with a page of 100 places, median
   * @param call      milliseconds of RocksDB's call, median
   */
  record FirstLooks(String layout, int answers, double longest, double processor, int places, double then,
      double call) { }

  private static FirstLooks firstLooks(String layout, EmptiedBuckets om) throws Exception {
    try (ExactCounts counts = new ExactCounts()) {
      DatabaseReads reads = new DatabaseReads(om::metadata, counts);
      double longest = 0;
      double processor = 0;
      int answers = 0;
      JsonNode list;
      do {
        long from = System.nanoTime();
        long processorFrom = THREADS.getCurrentThreadCpuTime();
        list = JSON.readTree(reads.json("places", "limit=100"));
        longest = Math.max(longest, (System.nanoTime() - from) / 1e9);
        processor = Math.max(processor, (THREADS.getCurrentThreadCpuTime() - processorFrom) / 1e9);
        answers++;
      } while (!list.at("/notLookedAt").isEmpty());
      Samples then = new Samples();
      Samples call = new Samples();
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        then.take(() -> reads.json("places", "limit=100"), round >= 0);
        call.take(reads::listFiles, round >= 0);
      }
      FirstLooks looks = new FirstLooks(layout, answers, longest, processor, list.at("/totalCount").asInt(),
          then.millis(), call.millis());
      System.out.println(looks);
      return looks;
    }
  }

  /**
   * The cost of one read.
   *
   * @param millis    processor time of the thread, median
   * @param ofCall    {@code millis} as a multiple of RocksDB's call
   * @param allocated megabytes, median
   * @param alive     maximum of live megabytes during several reads in a row; 0 if not measured
   */
  record Cost(String look, double millis, double ofCall, double allocated, double alive) { }

  private void run() throws Exception {
    Callable<?> call = () -> reads.listFiles();
    System.out.printf("%,d SST files%n", reads.listFiles());
    Map<String, Callable<?>> looks = new LinkedHashMap<>();
    looks.put(CALL, call);
    looks.put(PLACES, () -> reads.json("places", "limit=100"));
    looks.put("places of keyTable", () -> reads.json("places", "limit=100&table=keyTable"));
    looks.put("places of an ordinary bucket",
        () -> reads.json("places", "limit=100&bucket=" + LargeDatabase.ORDINARY_BUCKET));
    looks.put(BUCKETS, () -> reads.json("buckets", "limit=20"));
    looks.put("buckets by name", () -> reads.json("buckets", "limit=20&sort=NAME"));
    looks.put("the worst bucket", () -> reads.json("buckets", "limit=20&bucket=" + LargeDatabase.WORST_BUCKET));
    looks.put(PLAN, () -> reads.json("ranges", "limit=20"));
    Map<String, Samples> samples = new LinkedHashMap<>();
    looks.keySet().forEach(name -> samples.put(name, new Samples()));
    awaitScans();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Map.Entry<String, Callable<?>> look : looks.entrySet()) {
        samples.get(look.getKey()).take(look.getValue(), round >= 0);
      }
    }
    Samples ofCall = samples.get(CALL);
    for (Map.Entry<String, Callable<?>> look : looks.entrySet()) {
      add(look.getKey(), samples.get(look.getKey()), ofCall, mostAlive(look.getValue()));
    }
    List<String> afterChange = List.of(PLACES, BUCKETS, PLAN);
    for (String name : afterChange) {
      Samples changed = new Samples();
      for (int i = 0; i < CHANGES / afterChange.size(); i++) {
        om.change();
        changed.take(looks.get(name), true);
      }
      add(name + CHANGED, changed, ofCall, 0);
    }
    Samples wide = new Samples();
    for (int round = 0; round < ROUNDS; round++) {
      wide.take(looks.get(PLAN), true);
    }
    add(PLAN + ", nine wide files in each table", wide, ofCall, 0);
  }

  /** Waits until all scans have ended, as each changes the statistics, which the next read would then count again. */
  private void awaitScans() throws IOException {
    for (int files = Integer.MAX_VALUE, left = files - 1; left > 0 && left < files;) {
      files = left;
      left = reads.planner().statistics(Targets.getDefaultInstance(), Precision.EXACT).filesToScan();
      System.out.printf("%,d files to scan%n", left);
    }
  }

  /**
   * Durations of a client's writes, in milliseconds.
   *
   * @param beside what runs at the same time
   * @param looks  the number of reads that ended meanwhile
   * @param p99    99th percentile
   */
  record Writes(String beside, int looks, int writes, double p50, double p99, double max) { }

  /** Puts 200 rows a second, first alone and then beside reads that find no cached results. */
  private List<Writes> writesBesideLooks() throws Exception {
    Timings timings = new Timings();
    ScheduledExecutorService client = Executors.newSingleThreadScheduledExecutor();
    try {
      ScheduledFuture<?> puts = client.scheduleAtFixedRate(() -> om.putTimed(timings), 0,
          TimeUnit.SECONDS.toNanos(1) / PUTS_PER_SECOND, TimeUnit.NANOSECONDS);
      List<Writes> writes = List.of(writes("nothing", timings, () -> Thread.sleep(PAUSE_MILLIS)),
          writes("looks", timings, () -> {
            begin();
            reads.json("places", "limit=100");
          }));
      if (puts.isDone()) {
        puts.get();
      }
      writes.forEach(System.out::println);
      return writes;
    } finally {
      client.shutdownNow();
      client.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private interface Beside {
    void go() throws Exception;
  }

  private static Writes writes(String name, Timings timings, Beside beside) throws Exception {
    long from = System.nanoTime();
    int looks = 0;
    while (System.nanoTime() - from < TimeUnit.SECONDS.toNanos(SECONDS_BESIDE)) {
      beside.go();
      looks++;
    }
    Timings.Latencies latencies = timings.latencies(from, System.nanoTime());
    return new Writes(name, looks, latencies.count(), latencies.p50(), latencies.p99(), latencies.max());
  }

  private void add(String name, Samples samples, Samples ofCall, long alive) {
    results.add(new Cost(name, samples.millis(), samples.millis() / ofCall.millis(), samples.megabytes(),
        alive / 1e6));
    System.out.println(results.get(results.size() - 1));
  }

  /** Measurements of several rounds. */
  private static final class Samples {
    private final List<Long> nanos = new ArrayList<>();
    private final List<Long> bytes = new ArrayList<>();

    void take(Callable<?> look, boolean counts) throws Exception {
      long bytesBefore = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      long nanosBefore = THREADS.getCurrentThreadCpuTime();
      look.call();
      if (counts) {
        nanos.add(THREADS.getCurrentThreadCpuTime() - nanosBefore);
        bytes.add(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore);
      }
    }

    double millis() {
      return median(nanos) / 1e6;
    }

    double megabytes() {
      return median(bytes) / 1e6;
    }

    private static double median(List<Long> samples) {
      return samples.stream().sorted().toList().get(samples.size() / 2);
    }
  }

  /**
   * Maximum of live bytes above those before the first read. The heap is collected repeatedly during the reads, and
   * measured after each collection.
   */
  private long mostAlive(Callable<?> look) throws Exception {
    begin();
    long before = aliveNow();
    Thread looking = new Thread(() -> {
      try {
        for (int i = 0; i < LOOKS_SAMPLED; i++) {
          look.call();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    looking.start();
    long most = 0;
    while (looking.isAlive()) {
      most = Math.max(most, aliveNow() - before);
      Thread.sleep(PAUSE_MILLIS);
    }
    looking.join();
    return most;
  }

  private static long aliveNow() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  public static void report(Report report) throws IOException {
    List<Cost> all = report.read("looks", Cost.class);
    for (Cost cost : all) {
      if (OF_LIST.contains(cost.look)) {
        report.claim("Processor time of list, 15,000 SST files, 100,000 buckets: " + cost.look,
            cost.ofCall <= MAX_UNCHANGED, MAX_UNCHANGED + " x " + CALL, "%.2f", cost.ofCall);
      }
    }
    List<Writes> writes = report.read("writes-beside-looks", Writes.class);
    for (Writes beside : writes) {
      report.claim("The longest of " + beside.writes + " writes beside " + beside.beside, beside.max <= MAX_WRITE,
          MAX_WRITE + " ms", "%.1f ms", beside.max);
    }
    report.table("writes-beside-looks", "beside | looks | writes | half, ms | 99 of 100, ms | all, ms",
        writes.stream().map(beside -> Report.row("%s | %d | %d | %.2f | %.2f | %.1f", beside.beside, beside.looks,
            beside.writes, beside.p50, beside.p99, beside.max)).toList());
    List<FirstLooks> first = new ArrayList<>(report.read("first-looks", FirstLooks.class));
    first.addAll(report.read("first-looks-large", FirstLooks.class));
    first.forEach(looks -> report.claim("The longest answer of list while it looks: " + looks.layout,
        looks.longest <= MAX_ANSWER_SECONDS, MAX_ANSWER_SECONDS + " s", "%.2f s", looks.longest));
    report.table("first-looks", "om.db that nobody has looked at | answers until all is looked at | the longest, s"
        + " | of processor time at most, s | slow places | then an answer, ms | RocksDB's list of its files, ms",
        first.stream().map(looks -> Report.row("%s | %d | %.2f | %.2f | %d | %.1f | %.2f", looks.layout, looks.answers,
            looks.longest, looks.processor, looks.places, looks.then, looks.call)).toList());
    all.stream().mapToDouble(Cost::alive).max().ifPresent(alive ->
        report.claim("Memory alive in any look", alive <= MAX_ALIVE_MEGABYTES, "64 MB", "%.0f MB", alive));
    report.table("looks", " | ms | of " + CALL + " | allocated, MB | alive at most, MB",
        all.stream().map(cost -> Report.row("%s | %.1f | %.2f | %.1f | %s", cost.look, cost.millis, cost.ofCall,
            cost.allocated, cost.alive == 0 ? "" : Report.row("%.1f", cost.alive))).toList());
  }
}
