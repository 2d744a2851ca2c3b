// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.dist.Overlay;
import org.apache.hadoop.ozone.om.compaction.dist.RingSite;
import org.apache.hadoop.ozone.om.compaction.dist.ServerProcess;
import org.apache.hadoop.ozone.om.compaction.dist.Shell;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.apache.hadoop.ozone.om.compaction.dist.StockHome;
import org.apache.hadoop.ozone.om.compaction.fault.PreparedDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics named by dashboard, alerts and documents are those of an OM: its own process, with tombstones. */
class MonitoringTest {
  private static final String OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String TABLE = "range_compaction_table_";
  private static final String SERVICE = "range_compaction_service_";

  @TempDir
  private static Path home;
  private static ServerProcess scm;
  private static ServerProcess om;
  private static PromPage page;

  @BeforeAll
  static void startAnOmWithTombstonesAndStatistics() throws Exception {
    Overlay.unpackOver(home);
    StockHome.write(home, "etc/hadoop/log4j.properties", """
        log4j.rootLogger=WARN,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.SimpleLayout
        """);
    RingSite site = new RingSite(home.resolve("scm")).ring(List.of("om1")).ports(List.of("om1"))
        .set("ozone.metastore.rocksdb.statistics", "EXCEPT_DETAILED_TIMERS")
        .set("ozone.om.range.compaction.metrics.interval", "1s")
        .set("ozone.om.range.compaction.service.enabled", "true")
        .set("ozone.om.range.compaction.service.interval", "1s");
    site.write(home);
    scm = site.startScm(home);
    PreparedDatabase.make(home.resolve("om1"));
    Shell.Result init = Shell.run(home, Map.of("HOME", home.toString()), command("--init"));
    assertThat(init.exitCode()).as(init.out() + init.err()).isZero();
    om = ServerProcess.start(home, "om1", site.http("om1"), command())
        .await("/prom", answer -> isComplete(new PromPage(answer.body())));
    page = new PromPage(om.get("/prom").body());
  }

  /** True once every table has been read, and has been searched for slow places to its end. */
  private static boolean isComplete(PromPage read) {
    return read.names().containsAll(List.of(TABLE + "tombstones", SERVICE + "oldest_tombstone_seconds"))
        && SpanTables.names().stream().allMatch(table ->
            Double.valueOf(0).equals(read.value(TABLE + "not_looked_at", "table=" + table)));
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(Stock.OM.java(home, OM));
    command.addAll(List.of("-Dozone.om.node.id=om1", "-Dozone.metadata.dirs=" + home.resolve("om1")));
    command.addAll(List.of(arguments));
    return command;
  }

  @AfterAll
  static void stop() {
    if (om != null) {
      om.close();
    }
    if (scm != null) {
      scm.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"keyTable, 107000", "multipartInfoTable, 102000", "fileTable, 102000", "directoryTable, 102000"})
  void contentsOfTablesAreReported(String table, double entries) {
    String label = "table=" + table;
    assertThat(page.value(TABLE + "entries", label)).isEqualTo(entries);
    assertThat(page.value(TABLE + "tombstones", label)).isEqualTo(42_000);
    assertThat(page.value(TABLE + "longest_run_low", label))
        .isLessThanOrEqualTo(page.value(TABLE + "longest_run_high", label));
    assertThat(page.value(TABLE + "worst_ratio_low", label)).isBetween(0.0, 14.0 / 20);
    assertThat(page.value(TABLE + "worst_ratio_high", label)).isBetween(14.0 / 34, 1.0);
    assertThat(page.value(TABLE + "slow_places", label)).isPositive();
    assertThat(page.value(TABLE + "slowest_place_micros", label)).isGreaterThan(5_000);
    assertThat(page.value(TABLE + "bytes", label)).isPositive();
    assertThat(page.value(TABLE + "files", label)).isGreaterThan(1);
  }

  @Test
  void decisionsOfTheServiceAreReported() {
    assertThat(page.value(SERVICE + "in_state", "state=OBSERVING")).isEqualTo(1);
    assertThat(page.value(SERVICE + "in_state", "state=STOOD_DOWN")).isZero();
    assertThat(page.value(SERVICE + "choices", "choice=CHOSEN")).isPositive();
    assertThat(page.value(SERVICE + "old_ranges", "")).isZero();
    assertThat(page.value(SERVICE + "slowest_seek_micros", "")).isPositive();
    assertThat(page.value(SERVICE + "looks", "")).isPositive();
    assertThat(page.value(SERVICE + "rounds", "")).isZero();
  }

  @Test
  void unknownFiguresAreAbsentAndNotZero() {
    assertThat(page.value(TABLE + "tombstones", "table=openKeyTable")).isZero();
    assertThat(page.value(TABLE + "worst_ratio_high", "table=openKeyTable")).isNull();
    assertThat(page.value(TABLE + "rows_to_delete", "table=deletedTable")).isZero();
    assertThat(page.value(TABLE + "rows_to_delete", "table=keyTable")).isNull();
  }

  @Test
  void dashboardUsesExistingMetrics() throws Exception {
    List<String> queries = MonitoringFiles.queries();
    assertThat(queries).hasSizeGreaterThan(30)
        .allSatisfy(query -> assertThat(page.names()).containsAll(PromQuery.metrics(query)))
        .allSatisfy(query -> assertThat(query).as("an OM can be chosen").contains("{instance=~\"$instance\"}"));
    assertThat(MonitoringFiles.dashboard().at("/templating/list")).extracting(variable -> variable.get("name").asText())
        .containsExactly("datasource", "instance");
    assertThat(MonitoringFiles.dashboard().get("panels")).filteredOn(panel -> panel.has("targets"))
        .allSatisfy(panel -> assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}"));
  }

  @Test
  void alertsUseExistingMetricsAndNameTheNextCommand() throws Exception {
    assertThat(MonitoringFiles.alerts()).hasSizeGreaterThan(5).allSatisfy(alert -> {
      assertThat(page.names()).containsAll(PromQuery.metrics((String) alert.get("expr")));
      @SuppressWarnings("unchecked")
      Map<String, String> annotations = (Map<String, String>) alert.get("annotations");
      assertThat(annotations).containsOnlyKeys("summary", "description", "command", "next");
      assertThat(annotations.get("command"))
          .matches("ozone admin om compaction (list|preview|status|nodes|service)( --cf .*)?");
    });
  }

  @Test
  void everyAlertHasATest() throws Exception {
    String tests = Files.readString(MonitoringFiles.RULE_TESTS);
    assertThat(MonitoringFiles.alerts()).isNotEmpty().allSatisfy(alert ->
        assertThat(tests).contains("alertname: " + alert.get("alert") + '\n'));
  }

  @Test
  void documentsExplainExactlyTheExistingMetrics() throws Exception {
    assertThat(ofRangeCompaction()).isEqualTo(explained());
  }

  private static Set<String> ofRangeCompaction() {
    return page.names().stream().filter(name -> name.startsWith("range_compaction_"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The first column of a table's row, where several metrics share an explanation. */
  private static Set<String> explained() throws IOException {
    return Files.readAllLines(Path.of("../../docs/monitoring/README.md")).stream()
        .filter(line -> line.startsWith("| `range_"))
        .flatMap(line -> Pattern.compile("`(range_compaction_\\w+)").matcher(line.split("\\|")[1]).results())
        .map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
  }
}
