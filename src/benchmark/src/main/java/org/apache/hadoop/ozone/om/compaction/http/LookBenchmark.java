// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.benchmark.LargeDatabase;
import org.apache.hadoop.ozone.om.compaction.benchmark.LookCost;
import org.apache.hadoop.ozone.om.compaction.benchmark.ResultFile;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/**
 * What a look at a large OM costs beside the one call that nobody can do without, RocksDB's
 * {@code getLiveFilesMetaData}: {@code /buckets} as the servlet answers it, JSON included, over a real om.db. The bar
 * is 1.5 times the call in processor time and 64 MB alive, see docs/design.md.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class LookBenchmark {
  private static final int WARM_UP = 12;
  private static final int ROUNDS = 11;
  private static final int LOOKS_SAMPLED = 5;
  private static final int PAUSE_MILLIS = 20;
  private static final ObjectMapper JSON = CompactionJson.mapper();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final LargeDatabase om;
  private final ExactCounts exactCounts = new ExactCounts();
  private NodePlanner planner;
  private CompactionReads reads;
  private String nextKey;

  private LookBenchmark(LargeDatabase om) {
    this.om = om;
    begin();
  }

  /** As an OM that has just started: nothing is remembered. */
  private void begin() {
    planner = new NodePlanner(new LsmReader(om::metadata), exactCounts,
        CompactionConfig.from(new OzoneConfiguration()));
    KnownSeeks seeks = new KnownSeeks();
    reads = new CompactionReads(new OneNode(), planner, seeks, null, Readers.everybody());
  }

  /** @param args directories of the database and of results; what the names of looks contain that are meant */
  public static void main(String[] args) throws Exception {
    try (LargeDatabase om = LargeDatabase.open(Path.of(args[0]))) {
      LookBenchmark benchmark = new LookBenchmark(om);
      benchmark.run(args.length > 2 ? args[2] : "", new ResultFile(Path.of(args[1], "looks.json")));
      benchmark.exactCounts.close();
    }
  }

  private void run(String only, ResultFile file) throws Exception {
    Map<String, Callable<?>> looks = new LinkedHashMap<>();
    looks.put("getLiveFilesMetaData", () -> planner.reader().database().rocks().getLiveFilesMetaData());
    looks.put("keyTable", () -> buckets("limit=20&table=keyTable"));
    looks.put("fileTable", () -> buckets("limit=20&table=fileTable"));
    looks.put("deletedTable", () -> buckets("limit=20&table=deletedTable"));
    looks.put("nine tables", () -> buckets("limit=20"));
    looks.put("nine tables, seeks not measured", () -> buckets("limit=20&probe=false"));
    looks.put("nine tables, a page behind", () -> buckets("limit=20&prevKey=" + nextKey("limit=2000")));
    looks.put("nine tables by name", () -> buckets("limit=20&sort=NAME"));
    looks.put("nine tables by ratio", () -> buckets("limit=20&sort=RATIO"));
    looks.put("an ordinary bucket", () -> buckets("limit=20&bucket=" + LargeDatabase.ORDINARY_BUCKET));
    looks.put("ordinary, seeks not measured", () -> buckets("limit=20&probe=false&bucket="
        + LargeDatabase.ORDINARY_BUCKET));
    looks.put("the worst bucket", () -> buckets("limit=20&bucket=" + LargeDatabase.WORST_BUCKET));
    looks.keySet().removeIf(name -> !name.equals("getLiveFilesMetaData") && !name.contains(only));
    Map<String, Cost> costs = new LinkedHashMap<>();
    looks.keySet().forEach(name -> costs.put(name, new Cost()));
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Map.Entry<String, Callable<?>> look : looks.entrySet()) {
        costs.get(look.getKey()).measure(look.getValue(), round >= 0);
      }
    }
    Cost call = costs.get("getLiveFilesMetaData");
    System.out.printf("%-32s %10s %10s %10s %10s %10s%n", "", "thread", "of call", "process", "of call", "allocated");
    costs.forEach((name, cost) -> System.out.printf("%-32s %7.1f ms %9.2fx %7.1f ms %9.2fx %7.1f MB%n", name,
        cost.threadMillis(), cost.threadMillis() / call.threadMillis(), cost.processMillis(),
        cost.processMillis() / call.processMillis(), cost.allocatedMegabytes()));
    List<LookCost> results = new ArrayList<>();
    for (Map.Entry<String, Callable<?>> look : looks.entrySet()) {
      double alive = mostAlive(look.getValue()) / 1e6;
      System.out.printf("%-32s %7.1f MB alive at most%n", look.getKey(), alive);
      Cost cost = costs.get(look.getKey());
      results.add(new LookCost(look.getKey(), cost.threadMillis(), cost.threadMillis() / call.threadMillis(),
          cost.allocatedMegabytes(), alive));
    }
    file.write(results);
    System.out.printf("%-32s %7.1f MB%n", "kept between looks", kept() / 1e6);
  }

  private String nextKey(String query) throws Exception {
    if (nextKey == null) {
      nextKey = ((BucketList) endpoint(query).body()).getNextKey();
    }
    return nextKey;
  }

  private byte[] buckets(String query) throws Exception {
    return JSON.writeValueAsBytes(endpoint(query).body());
  }

  private Endpoint.Reply endpoint(String query) throws Exception {
    Endpoint endpoint = Endpoint.of("/v1/buckets");
    return endpoint.answer(reads, new Parameters(query, endpoint.parameters()));
  }

  /** Medians of several rounds. */
  private static final class Cost {
    private final List<Long> thread = new ArrayList<>();
    private final List<Long> process = new ArrayList<>();
    private final List<Long> allocated = new ArrayList<>();

    void measure(Callable<?> look, boolean counts) throws Exception {
      long id = Thread.currentThread().getId();
      long bytes = THREADS.getThreadAllocatedBytes(id);
      long ofProcess = SYSTEM.getProcessCpuTime();
      long ofThread = THREADS.getCurrentThreadCpuTime();
      look.call();
      if (counts) {
        thread.add(THREADS.getCurrentThreadCpuTime() - ofThread);
        process.add(SYSTEM.getProcessCpuTime() - ofProcess);
        allocated.add(THREADS.getThreadAllocatedBytes(id) - bytes);
      }
    }

    double threadMillis() {
      return median(thread) / 1e6;
    }

    double processMillis() {
      return median(process) / 1e6;
    }

    double allocatedMegabytes() {
      return median(allocated) / 1e6;
    }

    private static double median(List<Long> samples) {
      long[] sorted = samples.stream().mapToLong(Long::longValue).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  /**
   * Bytes alive at the worst moment, above what was alive before the add-on had looked at anything: the heap is
   * collected over and over while one look follows the other, and told after each collection.
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

  private long kept() throws Exception {
    begin();
    long before = aliveNow();
    buckets("limit=20");
    return aliveNow() - before;
  }

  private static long aliveNow() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** An OM that nobody asks about. */
  private static final class OneNode implements NodeView {
    @Override
    public String nodeId() {
      return "om1";
    }

    @Override
    public Node describe() {
      return new Node().nodeId(nodeId());
    }

    @Override
    public Optional<String> jobsFault() {
      return Optional.empty();
    }

    @Override
    public List<JobRecord> jobs() {
      return List.of();
    }

    @Override
    public Optional<Job> listedJob(String jobId) {
      return Optional.empty();
    }

    @Override
    public Optional<Job> job(String jobId) {
      return Optional.empty();
    }
  }
}
