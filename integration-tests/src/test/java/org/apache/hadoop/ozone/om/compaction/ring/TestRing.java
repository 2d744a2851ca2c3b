// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A ring under test, seen through the command and, where necessary, through om.db. */
public final class TestRing implements AutoCloseable {
  /** Rows of a bucket that {@link #massDeleted} creates; enough for every default threshold. */
  public static final int ROWS = 12_000;
  /** The number of first rows of such a bucket that are deleted. */
  public static final int DELETED = 11_000;
  public static final String VOLUME = "vol";
  private static final long FILE_BYTES = 256 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = CompactionJson.mapper();

  private final EmbeddedRing ring;
  private final OzoneClient client;
  private final AdminCli cli;
  private final BulkTables tables;
  private final AtomicInteger buckets = new AtomicInteger();
  private final Set<String> filled = new HashSet<>();

  private TestRing(EmbeddedRing ring, Path site) throws IOException {
    this.ring = ring;
    ring.writeSite(site);
    this.cli = new AdminCli(site);
    this.client = ring.newClient();
    this.tables = new BulkTables(ring);
    client.getObjectStore().createVolume(VOLUME);
  }

  /** Further settings of a ring, and its start. */
  public interface Starter {
    EmbeddedRing start(EmbeddedRing.Builder builder) throws IOException;
  }

  /** Starts a ring with settings for small data and short waits. Admin rights are checked as on a secure one. */
  public static TestRing start(String name, Starter starter) throws IOException {
    Path directory = data(name);
    return new TestRing(starter.start(EmbeddedRing.builder(directory)
        .set("ozone.test.authorization.enabled", "true")
        .set("ozone.om.namespace.s3.strict", "false")
        .set("ozone.om.range.compaction.disk.reserve", "100MB")
        // Longer than an OM takes to restart beside other tests, and than this JVM stands still.
        .set("ozone.om.range.compaction.node.unreachable.timeout", "20s")
        .set("ozone.om.range.compaction.client.read.timeout", "30s")
        .set("ozone.om.range.compaction.client.lookup.timeout", "30s")
        .set("ozone.om.range.compaction.client.answer.timeout", "60s")
        .set("ozone.om.range.compaction.turn.timeout", "2m")
        // OM's own cleanup would disturb the counts.
        .set("ozone.block.deleting.service.interval", "1d")
        .set("ozone.directory.deleting.service.interval", "1d")
        .set("ozone.om.open.key.cleanup.service.interval", "1d")
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB")), directory.resolve("ozone-site.xml"));
  }

  /** A folder below the one for all files of tests. */
  public static Path data(String name) {
    return Path.of(System.getProperty("ring.data"), name);
  }

  public EmbeddedRing nodes() {
    return ring;
  }

  public OzoneClient client() {
    return client;
  }

  public BulkTables tables() {
    return tables;
  }

  public static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).ignoreExceptions();
  }

  /** Runs {@code ozone admin om compaction ...}. */
  public AdminCli.Result run(String... args) {
    return cli.run(args);
  }

  /** Runs a command that must succeed; @return its output. */
  public String runs(String... args) {
    AdminCli.Result result = run(args);
    assertThat(result.exitCode()).as("%s: %s %s", List.of(args), result.out(), result.err()).isZero();
    return result.out();
  }

  /** Runs a command once the ring accepts it: a new leader refuses some until it has heard from all OMs. */
  public String awaitRuns(String... args) {
    String[] out = new String[1];
    await(String.join(" ", args)).untilAsserted(() -> out[0] = runs(args));
    return out[0];
  }

  public NodeListJson nodeList() throws IOException {
    return JSON.readValue(runs("nodes", "--json"), NodeListJson.class);
  }

  /**
   * A list of all OMs that are asked, once every OM has in its database what clients have changed. Exact counts come
   * when all files that matter are scanned.
   */
  public BucketListJson list(String... args) {
    ring.awaitApplied();
    boolean exact = List.of(args).contains("--exact");
    return await("a whole list").until(
        () -> JSON.readValue(runs(with(args, "list", "--all", "--json")), BucketListJson.class),
        list -> list.getUnanswered().isEmpty() && (!exact || list.getFilesToScan() == 0));
  }

  /** A preview of all OMs that are asked, once every OM has in its database what clients have changed. */
  public RangeListJson preview(String... args) {
    ring.awaitApplied();
    return await("a whole preview").until(
        () -> JSON.readValue(runs(with(args, "preview", "--json")), RangeListJson.class),
        preview -> preview.getUnanswered().isEmpty());
  }

  public JobJson job(String jobId) throws IOException {
    return JSON.readValue(runs("status", jobId, "--json"), JobJson.class);
  }

  /** Submits a job, once every OM has in its database what clients have changed; @return its id. */
  public String trigger(String... args) {
    ring.awaitApplied();
    String jobId = UUID.randomUUID().toString();
    runs(with(args, "trigger", "--job-id", jobId));
    return jobId;
  }

  /** Submits a job and waits until it has ended. */
  public JobJson triggerAndWait(String... args) throws IOException {
    return awaitJob(trigger(args), JobModel::hasEnded);
  }

  public JobJson awaitJob(String jobId, Predicate<JobJson> condition) {
    JobJson[] last = new JobJson[1];
    // As the command reads it; its own start at each look took a third of these tests' processor time.
    try (Ring looks = Ring.connect(ring.conf(), UserGroupInformation.getCurrentUser(), ring.serviceId())) {
      await("job " + jobId).until(() -> {
        last[0] = looks.job(jobId);
        return condition.test(last[0]);
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return last[0];
  }

  /** The state of the leader's service, once the condition holds. */
  public ServiceJson awaitService(Predicate<ServiceJson> condition) {
    ServiceJson[] last = new ServiceJson[1];
    await("the service").until(() -> {
      last[0] = JSON.readValue(runs("service", "--json"), ServiceListJson.class).getServices().get(0);
      return condition.test(last[0]);
    });
    return last[0];
  }

  /** A new bucket with a name of its own. */
  public String createBucket(BucketLayout layout) throws IOException {
    String name = layout.name().toLowerCase(Locale.ROOT).replace('_', '-') + buckets.incrementAndGet();
    createBucket(name, layout);
    return name;
  }

  public void createBucket(String name, BucketLayout layout) throws IOException {
    client.getObjectStore().getVolume(VOLUME).createBucket(name,
        BucketArgs.newBuilder().setBucketLayout(layout).build());
  }

  public BucketRows rows(String table, String bucket) throws IOException {
    return BucketRows.of(ring.leader(), table, VOLUME, bucket);
  }

  /** A bucket most of whose rows in one table were deleted, oldest first; the tombstones are in one SST file. */
  public String massDeleted(BucketLayout layout, String table) throws IOException {
    String bucket = createBucket(layout);
    fill(rows(table, bucket));
    delete(rows(table, bucket), row -> row < DELETED);
    return bucket;
  }

  /** Puts {@link #ROWS} of each and compacts their tables to the last level. Removed after the test. */
  public void fill(TableRows... rows) {
    for (TableRows some : rows) {
      tables.put(some, ROWS);
    }
    Set<String> touched = Arrays.stream(rows).map(TableRows::table).collect(Collectors.toSet());
    touched.forEach(table -> tables.settle(table, FILE_BYTES));
    filled.addAll(touched);
  }

  public void delete(TableRows rows, IntPredicate chosen) {
    tables.delete(rows, ROWS, chosen);
    tables.flush(rows.table());
  }

  /**
   * Starts a job that goes on until it is stopped: three ranges per node, and after each a pause of a second per byte
   * written.
   *
   * @return its id, once a turn has compacted a range
   */
  public String triggerSlow() throws IOException {
    return triggerSlow(massDeletedThree());
  }

  /** As {@link #triggerSlow()}, for buckets that {@link #massDeletedThree} made. */
  public String triggerSlow(List<String> three) throws IOException {
    String jobId = submitSlow(three);
    awaitJob(jobId, Turns::haveCompacted);
    return jobId;
  }

  /**
   * As {@link #triggerSlow()}, in a window as short as this machine allows for compacting a range.
   *
   * @param left minimum of what remains of the window then
   */
  public JobJson triggerSlowInWindow(Duration left) throws IOException {
    for (Duration window = left.plusSeconds(6); ; window = window.multipliedBy(2)) {
      List<String> three = massDeletedThree();
      Instant closes = Instant.now().plus(window);
      String jobId = submitSlow(three, "--not-after", closes.toString());
      JobJson job = awaitJob(jobId, begun -> Turns.haveCompacted(begun) || JobModel.hasEnded(begun));
      if (!JobModel.hasEnded(job) && Instant.now().isBefore(closes.minus(left))) {
        return job;
      }
      run("cancel", jobId, "--wait", "--timeout", "2m");
    }
  }

  /** Cancels a job and waits for its end. One that does not end in time fails the test, not the JVM's whole run. */
  public void cancel(String jobId) {
    runs("cancel", jobId, "--wait", "--timeout", "2m");
  }

  private String submitSlow(List<String> three, String... args) throws IOException {
    List<String> line = new ArrayList<>(List.of("--max-write-rate", "1B"));
    for (String bucket : three) {
      line.addAll(List.of("--bucket", path(bucket)));
    }
    line.addAll(List.of(args));
    return trigger(line.toArray(String[]::new));
  }

  /** Three buckets with a range each: their tombstones are in different SST files. */
  public List<String> massDeletedThree() throws IOException {
    List<String> made = List.of(createBucket(BucketLayout.OBJECT_STORE), createBucket(BucketLayout.OBJECT_STORE),
        createBucket(BucketLayout.OBJECT_STORE));
    List<TableRows> rows = new ArrayList<>();
    for (String bucket : made) {
      rows.add(rows("keyTable", bucket));
    }
    fill(rows.toArray(TableRows[]::new));
    rows.forEach(some -> delete(some, row -> row < DELETED));
    return made;
  }

  /** Exact tombstones of a bucket in all tables, by node. */
  public Map<String, Long> tombstonesByNode(String bucket) {
    Map<String, Long> tombstones = new TreeMap<>();
    ring.nodeIds().forEach(nodeId -> tombstones.put(nodeId, 0L));
    list("--exact", "--bucket", path(bucket), "--node-id", "all").getBuckets()
        .forEach(span -> tombstones.merge(span.getNodeId(), span.getTombstones().getHigh(), Long::sum));
    return tombstones;
  }

  public static String path(String bucket) {
    return '/' + VOLUME + '/' + bucket;
  }

  /** The record of a job, once every OM that has the add-on holds the same one. */
  public JobRecord record(String jobId) throws Exception {
    ring.awaitApplied();
    List<JobRecord> copies = new ArrayList<>();
    for (OzoneManager om : ring.running()) {
      if (ring.hasAddOn(om.getOMNodeId())) {
        copies.add(OmDb.jobs(om).get(jobId));
      }
    }
    assertThat(copies).doesNotContainNull().allSatisfy(copy -> assertThat(copy).isEqualTo(copies.get(0)));
    return copies.get(0);
  }

  /** Cancels running jobs, starts every OM with the add-on, and removes the test's rows. */
  public void mend() throws Exception {
    for (String nodeId : ring.nodeIds()) {
      if (!ring.om(nodeId).isRunning() || !ring.hasAddOn(nodeId)) {
        ring.restart(nodeId);
      }
    }
    ring.leader();
    awaitRuns("cancel", "--all");
    await("all jobs ended").until(() -> OmDb.jobs(ring.leader()).values().stream().noneMatch(OmDb::isOpen));
    ring.awaitApplied();
    // Tests compact whole tables to the last level, which should not include rows of earlier tests.
    filled.forEach(table -> tables.clear(table, FILE_BYTES));
    filled.clear();
  }

  private static String[] with(String[] args, String... first) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(args)).toArray(String[]::new);
  }

  @Override
  public void close() throws IOException {
    client.close();
    ring.close();
  }
}
