// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.DemoData.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.rocksdb.RocksDBException;

/**
 * Starts a ring, fills it, deletes most keys of some buckets, compacts the worst bucket with the real command, and
 * compares that with a compaction of the whole table. Then starts Recon and runs until it is interrupted or its parent
 * process has ended. With {@code -Ddemo.exit=true} it ends by itself, with the exit code of the commands. Files are
 * kept under the folder of the system property {@code demo.dir}.
 */
public final class Demo {
  private final Path directory;
  private final Console console;
  private final AdminCli cli;
  private final EmbeddedRing ring;
  private final DemoData data;

  private Demo(Path directory, Console console, EmbeddedRing ring) {
    this.directory = directory;
    this.console = console;
    this.ring = ring;
    this.cli = new AdminCli(site(directory));
    this.data = new DemoData(ring);
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    ParentProcess.endWithIt();
    Path directory = Path.of(System.getProperty("demo.dir", "target/demo")).toAbsolutePath();
    Console console = Console.takeOver(directory.resolve("logs/console.log"));
    int exitCode = 1;
    try {
      exitCode = run(directory, console);
    } catch (Exception e) {
      e.printStackTrace(console.writer());
      console.line("The demo has failed. More in %s", directory.resolve("logs"));
    }
    // Threads of many libraries are still running, which would keep the JVM from ending.
    Runtime.getRuntime().halt(exitCode);
  }

  private static int run(Path directory, Console console) throws Exception {
    remove(directory.resolve("ring"));
    console.line("Range compaction for Apache Ozone: a ring of three OMs in one process. Logs: %s%n",
        directory.resolve("logs"));
    console.step("Starting SCM and 3 OMs ...");
    try (EmbeddedRing ring = ring(directory.resolve("ring")).start()) {
      // The file is deleted on exit, as Ctrl-C runs no finally block.
      site(directory).toFile().deleteOnExit();
      ring.writeSite(site(directory));
      int exitCode = new Demo(directory, console, ring).run();
      console.step("Stopping the ring ...");
      return exitCode;
    } finally {
      Files.deleteIfExists(site(directory));
    }
  }

  /** Configures the demo's ring; does not start it. */
  static EmbeddedRing.Builder ring(Path directory) {
    return EmbeddedRing.builder(directory)
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB")
        .set("ozone.om.range.compaction.disk.reserve", "1GB")
        .set("ozone.om.range.compaction.service.enabled", "true")
        .set("ozone.om.range.compaction.service.interval", "30s")
        .set("ozone.om.range.compaction.metrics.interval", "5s");
  }

  private int run() throws Exception {
    fill();
    Bucket worst = DemoData.WORST;
    Map<String, Duration> before = seeks(worst);
    WholeTable wholeTable = wholeTable(worst);
    String jobId = UUID.randomUUID().toString();
    int exitCode = command("list", "-l", "8");
    exitCode = Math.max(exitCode, command("preview", "--bucket", worst.path()));
    exitCode = Math.max(exitCode, command("trigger", "--bucket", worst.path(), "--job-id", jobId, "--wait"));
    exitCode = Math.max(exitCode, command("list", "-l", "8"));
    String measured = "";
    if (exitCode == 0) {
      Map<String, Duration> after = seeks(worst);
      JobJson job = job(jobId);
      compare(worst, before, after, job, wholeTable);
      measured = measured(before, after, job, wholeTable);
    }
    console.step("Starting Recon ...");
    try (DemoRecon recon = DemoRecon.start(ring, directory.resolve("ring/recon"))) {
      show(recon);
      fill(recon, System.getProperty("demo.documents", ""), measured);
      letTheServiceAct(System.getProperty("demo.service", "observe"));
      if (!Boolean.getBoolean("demo.exit")) {
        stay();
      }
    }
    return exitCode;
  }

  /** Prints the addresses of Recon's pages that answer. */
  private void show(DemoRecon recon) throws IOException {
    recon.check();
    var worst = recon.worst();
    console.line("%nThe same in a browser, in Recon's navigation under \"OM Compaction\":%n");
    console.line("  %-24s %s", "all buckets", recon.page());
    console.line("  %-24s %s", "map of " + DemoRecon.path(worst), recon.map(worst));
    console.line("  %-24s %s", "for programs", recon.api("/places"));
    recon.awaitMetrics(ring.metrics());
    console.line("  %-24s %s", "metrics of all OMs", ring.metrics());
  }

  /**
   * Fills what was measured and the outputs of commands into the project's documents.
   *
   * @param root     of the project; empty to fill none
   * @param measured README's table
   */
  private void fill(DemoRecon recon, String root, String measured) throws IOException {
    if (root.isEmpty()) {
      return;
    }
    new MarkedPlaces("measured").fill(Path.of(root, "README.md"),
        (name, text) -> measured.isEmpty() ? text : measured);
    console.step("Running what documents show ...");
    DocumentedOutputs.prepare(ring, cli);
    new DocumentedOutputs(cli, new DocumentedCall(recon.api(""))).fill(Path.of(root))
        .forEach(document -> console.line("Written anew: %s", document));
  }

  private void fill() throws IOException {
    console.step("Loading %,d keys into %d buckets (OBS and FSO) ...", DemoData.KEYS, DemoData.buckets().size());
    try (OzoneClient client = ring.newClient()) {
      data.createBuckets(client);
      data.load();
      console.step("Deleting most of some of them ...");
      data.delete(client);
    }
  }

  private WholeTable wholeTable(Bucket bucket) throws IOException, RocksDBException {
    console.step("Compacting a copy of the whole %s, forced, as stock Ozone does, for comparison ...", bucket.table());
    return WholeTable.compactCopy(ring.leader(), directory.resolve("ring/copy"), bucket.table(),
        data.rows(bucket).prefix());
  }

  private int command(String... args) {
    console.line("%n$ ozone admin om compaction %s", String.join(" ", args));
    return cli.run(console.writer(), console.writer(), args);
  }

  private JobJson job(String jobId) throws IOException {
    return CompactionJson.mapper().readValue(cli.run("status", jobId, "--json").out(), JobJson.class);
  }

  private Map<String, Duration> seeks(Bucket bucket) throws IOException {
    Map<String, Duration> seeks = new LinkedHashMap<>();
    for (OzoneManager om : ring.running()) {
      seeks.put(om.getOMNodeId(), SeekTime.median(om, bucket.table(), data.rows(bucket).prefix()));
    }
    return seeks;
  }

  private void compare(Bucket bucket, Map<String, Duration> before, Map<String, Duration> after, JobJson job,
      WholeTable wholeTable) {
    String row = "  %-10s %12s %12s %12s %12s %12s";
    console.line("%nMeasured, to find the first key of %s:%n", bucket.path());
    console.line(row, "node", "before", "after", "predicted", "read+written", "whole table");
    job.getTurns().forEach(turn -> console.line(row, turn.getNodeId(),
        Console.time(before.get(turn.getNodeId())), Console.time(after.get(turn.getNodeId())),
        Console.bytes(predicted(turn)), Console.bytes(moved(turn)), Console.bytes(wholeTable.movedBytes())));
    console.line("%n  1/%.0f of the bytes of a whole-table compaction, which gives a seek of %s.",
        (double) wholeTable.movedBytes() / moved(most(job)),
        Console.time(wholeTable.seekAfter()));
  }

  /** The turn that has moved most bytes. */
  private static TurnJson most(JobJson job) {
    return job.getTurns().stream().max(Comparator.comparingLong(Demo::moved)).orElseThrow();
  }

  private static long moved(TurnJson turn) {
    return turn.getFigures().getReadBytes() + turn.getFigures().getWriteBytes();
  }

  private static long predicted(TurnJson turn) {
    return turn.getFigures().getPredictedReadBytes() + turn.getFigures().getPredictedWriteBytes();
  }

  /** README's table of what was compared, of the OM that has moved most bytes. */
  private static String measured(Map<String, Duration> before, Map<String, Duration> after, JobJson job,
      WholeTable wholeTable) {
    TurnJson turn = most(job);
    String slow = Console.time(before.get(turn.getNodeId()));
    return "| compacted | before | after | bytes read and written on each OM |\n|---|---|---|---|\n"
        + String.format(Locale.ROOT, "| the bucket, by this add-on | %s | %s | %s (%s predicted) |%n", slow,
            Console.time(after.get(turn.getNodeId())), Console.bytes(moved(turn)), Console.bytes(predicted(turn)))
        + String.format(Locale.ROOT, "| the whole table, as stock Ozone does | %s | %s | %s |%n", slow,
            Console.time(wholeTable.seekAfter()), Console.bytes(wholeTable.movedBytes()));
  }

  /** Sets the mode of the automatic service. @param mode applies from now on */
  private void letTheServiceAct(String mode) throws ReconfigurationException {
    for (OzoneManager om : ring.running()) {
      om.getReconfigurationHandler().reconfigureProperty("ozone.om.range.compaction.service.mode", mode);
    }
    console.line(mode.equals("observe")
        ? "%nThe service observes: 'mvn -q -ntp -Pdemo -Ddemo.service=compact' lets it act."
        : "%nThe service now works in mode %s: its rounds are in 'status' and on the page, under Jobs.", mode);
  }

  private void stay() throws InterruptedException {
    console.line("%nThe ring and Recon stay up. In a second terminal, in the folder of the project:%n");
    List.of("list", "nodes", "preview --show-skipped", "trigger --bucket /lake/staging --wait", "status",
        "service")
        .forEach(args -> console.line("  ./ozone-admin-compaction/ozone-admin-compaction %s", args));
    console.line("%nCtrl-C ends it.");
    new CountDownLatch(1).await();
  }

  private static Path site(Path directory) {
    return directory.resolve("conf/ozone-site.xml");
  }

  private static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> paths = Files.walk(directory)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
