// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.dist.Overlay;
import org.apache.hadoop.ozone.om.compaction.dist.RingSite;
import org.apache.hadoop.ozone.om.compaction.dist.ServerProcess;
import org.apache.hadoop.ozone.om.compaction.dist.Shell;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.apache.hadoop.ozone.om.compaction.dist.StockHome;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Three OMs from the unpacked tarball and a stock SCM, each in its own process, on loopback. An OM keeps its om.db and
 * Ratis log after any fault and can be started again, by any release.
 */
final class ProcessRing implements AutoCloseable {
  static final List<String> NODES = List.of("om1", "om2", "om3");

  private static final String OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String STOCK_OM = "org.apache.hadoop.ozone.om.OzoneManagerStarter";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";
  /** Starting three JVMs takes long on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final ObjectMapper JSON = CompactionJson.mapper();

  /** The installation that an OM is started from. */
  enum Release { THIS, BEFORE, STOCK }

  private final Path installed;
  private final Map<Release, Path> homes = new EnumMap<>(Release.class);
  private final RingSite site;
  private final Map<String, ServerProcess> oms = new TreeMap<>();
  private final Map<String, Release> releases = new TreeMap<>();
  private final AdminCli cli;
  private Release first = Release.THIS;
  /** The Ozone of all OMs. */
  private Stock ozone = Stock.OM;
  private ServerProcess scm;
  private Optional<SmallDisk> disk = Optional.empty();

  /** @param directory for all that the processes write; made if absent */
  ProcessRing(Path directory) throws IOException {
    for (Release release : Release.values()) {
      homes.put(release, Files.createDirectories(directory.resolve(release.name().toLowerCase(Locale.ROOT))));
    }
    installed = homes.get(Release.THIS);
    Overlay.unpackOver(installed);
    site = new RingSite(installed.resolve("scm")).ring(NODES).ports(NODES)
        .set("ozone.om.leader.election.minimum.timeout.duration", "2s")
        .set("ozone.client.wait.between.retries.millis", "200")
        .set("ozone.om.range.compaction.disk.reserve", "10MB")
        .set("ozone.om.range.compaction.max.bytes", "2MB")
        // An OM takes 25 s to restart beside other tests. By default one that hangs for 60 s leaves the ring by itself.
        .set("ozone.om.range.compaction.node.unreachable.timeout", "60s")
        .set("ozone.om.ratis.server.close.threshold", "150s")
        .set("ozone.om.range.compaction.turn.timeout", "2m");
    cli = new AdminCli(installed.resolve("etc/hadoop/ozone-site.xml"));
  }

  /** Sets any key of ozone-site.xml; before the start. */
  ProcessRing set(String key, String value) {
    site.set(key, value);
    return this;
  }

  /** Starts the OMs with the previous release and the present settings; before the start. */
  ProcessRing beginningWith(Path tarballOfBefore) throws IOException {
    Overlay.unpackOver(homes.get(Release.BEFORE), tarballOfBefore);
    site.write(homes.get(Release.BEFORE));
    first = Release.BEFORE;
    return this;
  }

  /** Puts an OM's files into a small file system, if possible; before the start. */
  Optional<SmallDisk> mountSmallDisk(String node, int megabytes) throws IOException, InterruptedException {
    disk = SmallDisk.mount(metadata(node), megabytes);
    return disk;
  }

  /** Starts SCM, copies a database to every OM, and starts the OMs. */
  void start(Path omDb) throws Exception {
    for (Release release : Release.values()) {
      Path home = homes.get(release);
      if (release != Release.BEFORE) {
        site.write(home);
      }
      StockHome.write(home, "etc/hadoop/log4j.properties", """
          log4j.rootLogger=WARN,console
          log4j.logger.org.apache.hadoop.ozone.om.compaction=INFO
          log4j.logger.org.apache.hadoop.ozone.om.OzoneManager=INFO
          log4j.appender.console=org.apache.log4j.ConsoleAppender
          log4j.appender.console.layout=org.apache.log4j.PatternLayout
          log4j.appender.console.layout.ConversionPattern=%d %p %c{1} [%t] %m%n
          """);
    }
    scm = site.startScm(installed);
    for (String node : NODES) {
      copy(omDb, metadata(node).resolve("om.db"));
      Shell.output(installed, with(om(node, first), "--init"));
    }
    for (String node : NODES) {
      launch(node, first);
    }
    for (String node : NODES) {
      awaitUp(node);
    }
    awaitLeader();
  }

  /**
   * Stops all and starts it with the other Ozone, as its guide has it for a ring that is prepared: Ozone knows no
   * ring of two Ozones whose data differ.
   */
  void becomeOtherOzone() throws Exception {
    terminate();
    scm.close();
    ozone = Stock.OTHER_OM;
    scm = site.startScm(installed, Stock.OTHER_SCM);
    for (String node : NODES) {
      launch(node, Release.THIS, "--upgrade");
    }
    for (String node : NODES) {
      awaitUp(node);
    }
    awaitLeader();
  }

  /** The folder of a node's om.db and other files. */
  Path metadata(String node) {
    return installed.resolve(node);
  }

  OzoneConfiguration clientConf() {
    OzoneConfiguration conf = new OzoneConfiguration();
    site.settings().forEach(conf::set);
    return conf;
  }

  ServerProcess om(String node) {
    return oms.get(node);
  }

  /** Starts an OM with the add-on without waiting. */
  void launch(String node) throws IOException {
    launch(node, Release.THIS);
  }

  /** Starts an OM without waiting. */
  void launch(String node, Release release, String... arguments) throws IOException {
    releases.put(node, release);
    oms.put(node, ServerProcess.start(homes.get(release), node + '-' + System.nanoTime(), site.http(node),
        with(om(node, release), arguments)));
  }

  /** Waits until an OM with the add-on answers. */
  void awaitUp(String node) throws IOException {
    oms.get(node).await("/compaction/v1/nodes", answer -> answer.statusCode() == 200);
  }

  /** Kills it as a crash or {@code kill -9} does. */
  void kill(String node) {
    oms.get(node).close();
  }

  boolean runsThisRelease(String node) {
    return releases.get(node) == Release.THIS;
  }

  /** Starts an OM that was killed with the release that it ran. */
  void launchAgain(String node) throws IOException {
    launch(node, releases.get(node));
  }

  /** @return the leader, once it is ready */
  String awaitLeader() {
    return await("a leader").until(this::leader, leader -> leader != null);
  }

  String follower(Predicate<String> which) {
    String leader = awaitLeader();
    return NODES.stream().filter(node -> !node.equals(leader)).filter(which).findFirst().orElseThrow();
  }

  private String leader() throws IOException {
    NodeListJson nodes = JSON.readValue(runs("nodes", "--json"), NodeListJson.class);
    return nodes.getNodes().stream().filter(node -> node.getRole() == NodeRoleJson.LEADER)
        .map(node -> node.getNodeId()).findFirst().orElse(null);
  }

  void transferLeadership(String node) {
    admin(Release.THIS, "om", "transfer", "--service-id", RingSite.SERVICE, "--newLeaderId", node);
  }

  /** Runs a release's own {@code ozone admin}, which must succeed; @return its output. */
  String admin(Release release, String... arguments) {
    Path home = homes.get(release);
    Stock admin = ozone == Stock.OM ? Stock.ADMIN : Stock.OTHER_ADMIN;
    return Shell.output(home, with(admin.java(home, ADMIN), arguments));
  }

  /** Reads the database of an OM that is stopped. @param missed ids of jobs whose rows are ignored */
  OmTables tables(String node, Set<String> missed) {
    return OmTables.read(installed, ozone, metadata(node).resolve("om.db"), missed);
  }

  /** Whether an OM with the add-on is prepared for an upgrade. */
  boolean isPrepared(String node) throws IOException {
    return node(node).getPressure().getPrepared();
  }

  /** The state that an OM with the add-on reports. */
  NodeJson node(String node) throws IOException {
    return JSON.readValue(om(node).get("/compaction/v1/nodes").body(), NodeListJson.class).getNodes().get(0);
  }

  /** Runs {@code ozone admin om compaction ...}. */
  AdminCli.Result run(String... args) {
    return cli.run(args);
  }

  /** Runs a command that must succeed; @return its output. */
  String runs(String... args) {
    AdminCli.Result result = run(args);
    if (result.exitCode() != 0) {
      throw new IllegalStateException(List.of(args) + " ended with " + result.exitCode() + ": " + result.out()
          + result.err());
    }
    return result.out();
  }

  JobJson job(String jobId) throws IOException {
    try (Ring looks = looks()) {
      return looks.job(jobId);
    }
  }

  /** A client as the command uses it; a look costs less than starting a command. */
  private Ring looks() throws IOException {
    return Ring.connect(clientConf(), UserGroupInformation.getCurrentUser(), RingSite.SERVICE);
  }

  /** A job as one OM reports it: the record, with current figures of the OM's own turn. */
  JobJson job(String jobId, String node) throws IOException {
    return JSON.readValue(om(node).get("/compaction/v1/jobs/" + jobId).body(), JobJson.class);
  }

  /** Jobs of the service. */
  List<JobJson> rounds() throws IOException {
    return jobs(job -> job.getOrigin() == JobOriginJson.SERVICE);
  }

  List<JobJson> openJobs() throws IOException {
    return jobs(job -> !JobModel.hasEnded(job));
  }

  List<JobJson> jobs(Predicate<JobJson> which) throws IOException {
    try (Ring looks = looks()) {
      return looks.jobs(new Query()).getJobs().stream().filter(which).toList();
    }
  }

  /** The leader's service. */
  ServiceJson service() throws IOException {
    return JSON.readValue(runs("service", "--json"), ServiceListJson.class).getServices().get(0);
  }

  JobJson awaitJob(String jobId, Predicate<JobJson> condition) {
    JobJson[] last = new JobJson[1];
    try (Ring looks = looks()) {
      await("job " + jobId).until(() -> {
        last[0] = looks.job(jobId);
        return condition.test(last[0]);
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return last[0];
  }

  static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).ignoreExceptions();
  }

  /** Stops all OMs as {@code ozone --daemon stop} does, followers and leader alike. */
  void terminate() throws InterruptedException {
    for (ServerProcess om : oms.values()) {
      if (om.isAlive()) {
        om.terminate();
      }
    }
  }

  @Override
  public void close() {
    oms.values().forEach(ServerProcess::close);
    if (scm != null) {
      scm.close();
    }
    disk.ifPresent(SmallDisk::close);
  }

  private List<String> om(String node, Release release) {
    Path home = homes.get(release);
    List<String> java = release == Release.STOCK
        ? ozone.javaWithoutOverlay(home, STOCK_OM) : ozone.java(home, OM);
    return with(java, "-Dozone.om.node.id=" + node, "-Dozone.metadata.dirs=" + metadata(node));
  }

  private static List<String> with(List<String> command, String... arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of(arguments));
    return line;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }
}
