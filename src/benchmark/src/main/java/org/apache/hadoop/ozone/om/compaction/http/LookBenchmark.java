// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

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
import org.apache.hadoop.ozone.om.compaction.benchmark.LargeDatabase;
import org.apache.hadoop.ozone.om.compaction.benchmark.Report;
import org.apache.hadoop.ozone.om.compaction.benchmark.Timings;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;

/**
 * Measures reads of a large OM relative to the one call that they require, RocksDB's {@code getLiveFilesMetaData}:
 * {@code /buckets} and {@code /ranges} as the servlet answers them, with JSON, over an om.db of 15,000 files and
 * 100,000 buckets. Limits for {@code list}: 1.5 times the call's processor time while nothing changes; six times after
 * a file was added to every table, without the seeks and prices that are then measured again in a bounded time; and 64
 * MB alive. Beside reads that start without cached results, no write of a client may take 20 ms.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class LookBenchmark {
  private static final String CALL = "getLiveFilesMetaData";
  /** Suffix for the names of reads after a change of all tables. */
  private static final String CHANGED = ", all changed";
  private static final String PLAN = "plan of everything";
  private static final String ALL = "nine tables";
  private static final String WITHOUT_SEEKS = "nine tables, seeks not measured";
  private static final List<String> OF_LIST =
      List.of("keyTable", ALL, "an ordinary bucket", WITHOUT_SEEKS + CHANGED);
  private static final double MAX_UNCHANGED = 1.5;
  private static final double MAX_CHANGED = 6;
  private static final double MAX_ALIVE_MEGABYTES = 64;
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

  /** @param args directories of the database and of results */
  public static void main(String[] args) throws Exception {
    try (LargeDatabase om = LargeDatabase.make(Path.of(args[0]))) {
      LookBenchmark benchmark = new LookBenchmark(om);
      benchmark.run();
      Report.write(Path.of(args[1]), "looks", benchmark.results);
      Report.write(Path.of(args[1]), "writes-beside-looks", benchmark.writesBesideLooks());
      benchmark.exactCounts.close();
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
    looks.put("keyTable", () -> reads.json("buckets", "limit=20&table=keyTable"));
    looks.put(ALL, () -> reads.json("buckets", "limit=20"));
    looks.put(WITHOUT_SEEKS, () -> reads.json("buckets", "limit=20&probe=false"));
    looks.put("nine tables by name", () -> reads.json("buckets", "limit=20&sort=NAME"));
    looks.put("an ordinary bucket", () -> reads.json("buckets", "limit=20&bucket=" + LargeDatabase.ORDINARY_BUCKET));
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
    List<String> afterChange = List.of(ALL, WITHOUT_SEEKS, PLAN);
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
            reads.json("buckets", "limit=20");
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
      double limit = cost.look.endsWith(CHANGED) ? MAX_CHANGED : MAX_UNCHANGED;
      if (OF_LIST.contains(cost.look)) {
        report.claim("Processor time of list, 15,000 SST files, 100,000 buckets: " + cost.look, cost.ofCall <= limit,
            limit + " x " + CALL, "%.2f", cost.ofCall);
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
    all.stream().mapToDouble(Cost::alive).max().ifPresent(alive ->
        report.claim("Memory alive in any look", alive <= MAX_ALIVE_MEGABYTES, "64 MB", "%.0f MB", alive));
    report.table("looks", " | ms | of " + CALL + " | allocated, MB | alive at most, MB",
        all.stream().map(cost -> Report.row("%s | %.1f | %.2f | %.1f | %s", cost.look, cost.millis, cost.ofCall,
            cost.allocated, cost.alive == 0 ? "" : Report.row("%.1f", cost.alive))).toList());
  }
}
