// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ozone om} with all its options, from the unpacked tree, with stock SCM. The second OM of the ring is of
 * another Ozone than the add-on was compiled against.
 */
class OmStartTest {
  private static final String OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";
  private static final String NODES = "/compaction/v1/nodes";
  private static final String METRICS = "/jmx?qry=Hadoop:service=OzoneManager,name=RangeCompaction";
  private static final Duration JOINING = Duration.ofMinutes(3);
  private static final int ENDED_BY_SIGTERM = 128 + 15;

  @TempDir
  private static Path home;
  private static RingSite site;
  private static ServerProcess scm;

  /** Folder of the test's OMs. */
  private Path data;

  @BeforeAll
  static void startScm() throws IOException {
    Overlay.unpackOver(home);
    StockHome.write(home, "etc/hadoop/log4j.properties", """
        log4j.rootLogger=WARN,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.SimpleLayout
        """);
    site = new RingSite(home.resolve("scm")).ports(List.of("om1", "om2"))
        .set("ozone.om.leader.election.minimum.timeout.duration", "1s")
        .set("ozone.om.range.compaction.disk.reserve", "1MB");
    site.write(home);
    scm = site.startScm(home);
  }

  /** Starts one OM with an empty database. */
  @BeforeEach
  void begin() throws IOException {
    data = Files.createTempDirectory(home, "data");
    site.ring(List.of("om1")).write(home);
  }

  @AfterAll
  static void stopScm() {
    scm.close();
  }

  @Test
  void omIsInitialisedStartedJoinedByAnotherPreparedAndUpgraded() throws Exception {
    assertThat(run(om("om1"), "--init").exitCode()).isZero();
    try (ServerProcess om1 = start("om1", "\"role\":\"LEADER\"");
        ServerProcess om2 = bootstrap("om2", List.of("om1", "om2"))) {
      // Refused until the leader has added om2 and om2 has caught up.
      Shell.Result job = awaitJob("--everything", "--node-id", "om2,om1");
      assertThat(job.out()).containsPattern("om1 +SUCCEEDED").containsPattern("om2 +SUCCEEDED");

      om1.await(METRICS, beans -> beans.body().contains("\"TurnsSucceeded\" : 1"));

      // It then asks every OM, at a port of its own choice, whether it is prepared, which the test need not wait for.
      assertThat(admin("-Dozone.client.failover.max.attempts=5", "-Dozone.client.wait.between.retries.millis=100",
          "om", "prepare", "-id", "ring", "-pct", "1", "-pt", "1").out())
          .contains("Prepare Request successfully returned");
      om1.await(NODES, answer -> answer.body().contains("\"prepared\":true"));
      om2.await(NODES, answer -> answer.body().contains("\"prepared\":true"));
      assertStops(om2);
      assertStops(om1);
    }

    try (ServerProcess om1 = start("om1", "\"prepared\":false", "--upgrade");
        ServerProcess om2 = start("om2", "\"prepared\":false", "--downgrade")) {
      assertStops(om2);
      assertStops(om1);
    }
  }

  private static void assertStops(ServerProcess om) throws Exception {
    assertThat(om.terminate()).isEqualTo(ENDED_BY_SIGTERM);
    assertThat(om.log()).doesNotContain("did not stop cleanly");
  }

  /** The running OM reads its settings again, to learn of the other one. */
  private ServerProcess bootstrap(String node, List<String> ring) throws IOException {
    site.ring(ring).write(home);
    return start(node, "\"nodeId\":\"" + node + '"', "--bootstrap");
  }

  private ServerProcess start(String node, String answer, String... arguments) throws IOException {
    return start(node, om(node), answer, arguments);
  }

  /** Starts an OM and waits for this answer of its add-on. */
  private ServerProcess start(String node, List<String> om, String answer, String... arguments) throws IOException {
    return ServerProcess.start(home, node, site.http(node), with(om, arguments))
        .await(NODES, nodes -> nodes.statusCode() == 200 && nodes.body().contains(answer)
            && nodes.body().contains("\"addOnVersion\":\"1.0.0\""));
  }

  @Test
  void omWithoutPrepareModeStartsAndCompacts() throws Exception {
    List<String> om = RenamedMember.in(Stock.OM, home, "getPrepareState", om("om1"));
    assertThat(run(om, "--init").exitCode()).isZero();
    for (String[] arguments : new String[][] {{"--upgrade"}, {}}) {
      try (ServerProcess om1 = start("om1", om, "\"role\":\"LEADER\"", arguments)) {
        assertThat(awaitJob("--everything").out()).containsPattern("om1 +SUCCEEDED");
        assertThat(om1.log().lines().filter(line -> line.contains("prepare mode")))
            .singleElement().asString().contains("getPrepareState");
        assertStops(om1);
      }
    }
  }

  @Test
  void omOfAnOzoneThatTheAddOnDoesNotFitIsStock() throws Exception {
    List<String> om = RenamedMember.in(Stock.OM, home, "validateRequest", om("om1"));
    assertThat(run(om, "--init").exitCode()).isZero();
    try (ServerProcess om1 = ServerProcess.start(home, "om1", site.http("om1"), om)
        .await("/jmx?qry=Hadoop:service=OzoneManager,name=OMMetrics", beans -> beans.body().contains("NumKeys"))) {
      assertThat(om1.get(NODES).statusCode()).isEqualTo(404);
      assertThat(om1.log().lines().filter(line -> line.contains("range compaction"))).singleElement().asString()
          .contains("Ozone Manager without range compaction: it is made for Ozone 2.2, ", "validateRequest");
    }
  }

  private List<String> om(String node) {
    Stock ozone = node.equals("om2") ? Stock.OTHER_OM : Stock.OM;
    return with(ozone.java(home, OM), "-Dozone.om.node.id=" + node, "-Dozone.metadata.dirs=" + data.resolve(node));
  }

  private Shell.Result admin(String... arguments) {
    return run(Stock.ADMIN.java(home, ADMIN), arguments);
  }

  /** Triggers a job until the ring accepts it, and waits for its end. */
  private Shell.Result awaitJob(String... arguments) {
    return Awaitility.await("a job").atMost(JOINING).until(
        () -> run(with(Stock.ADMIN.java(home, ADMIN), "om", "compaction", "trigger", "--wait"), arguments),
        result -> result.exitCode() == 0);
  }

  private Shell.Result run(List<String> command, String... arguments) {
    return Shell.run(home, Map.of("HOME", home.toString()), with(command, arguments));
  }

  private static List<String> with(List<String> command, String... arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of(arguments));
    return line;
  }
}
