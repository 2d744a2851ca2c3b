// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class GaugesLoopTest {
  private static final String THREAD = "test-gauges";

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private final AtomicBoolean broken = new AtomicBoolean();
  private volatile Error failure = new NoSuchMethodError("OzoneManager.gone()");
  private final AtomicBoolean over = new AtomicBoolean();
  private final ExactCounts exact = new ExactCounts();
  private GaugesLoop gauges;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
  }

  @AfterEach
  void close() throws Exception {
    gauges.close();
    await().until(() -> !isAlive());
    exact.close();
    om.close();
  }

  private void takeEvery(Duration interval) {
    gauges = new GaugesLoop(THREAD, new GaugesReader(new NodePlanner(new LsmReader(this::metadata), exact,
        CompactionConfig.from(new OzoneConfiguration()))), interval, over::get);
    gauges.start();
  }

  private OMMetadataManager metadata() {
    if (broken.get() && Thread.currentThread().getName().equals(THREAD)) {
      throw failure;
    }
    return om.metadata();
  }

  private static boolean isAlive() {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals(THREAD));
  }

  private List<MetricsRecord> records() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    gauges.getMetrics(collector, true);
    return List.copyOf(collector.getRecords());
  }

  private long figure(String name) {
    return StreamSupport.stream(records().get(0).metrics().spliterator(), false)
        .filter(metric -> metric.name().equals(name)).findFirst().orElseThrow().value().longValue();
  }

  private List<String> tables() {
    return records().stream().flatMap(record -> record.tags().stream()).filter(tag -> tag.name().equals("table"))
        .map(tag -> tag.value()).collect(Collectors.toList());
  }

  @Test
  void showsEachTableWithTheAgeOfTheReading() throws Exception {
    takeEvery(Duration.ofHours(1));
    await().until(() -> figure("GaugesReadings") == 1);

    assertThat(tables()).containsExactlyElementsOf(OmDatabase.current(this::metadata).tables());
    assertThat(StreamSupport.stream(records().get(0).metrics().spliterator(), false).map(AbstractMetric::name))
        .containsExactly("GaugesAgeSeconds", "GaugesReadings", "GaugesFailed", "GaugesMillis");
    await().until(() -> figure("GaugesAgeSeconds") > 0);
  }

  @Test
  void continuesAfterFailuresAndShowsNoExpiredFigures() {
    takeEvery(Duration.ofMillis(100));
    await().until(() -> !tables().isEmpty());

    broken.set(true);
    await().until(() -> figure("GaugesFailed") > 1);
    await("figures that are as old as three readings").until(() -> tables().isEmpty());

    broken.set(false);
    await().until(() -> !tables().isEmpty());
  }

  @Test
  void continuesAfterAnErrorOfTheMachine() {
    failure = new OutOfMemoryError("a test's");
    broken.set(true);
    takeEvery(Duration.ofMillis(50));
    await().until(() -> figure("GaugesFailed") > 1);

    broken.set(false);
    await().until(() -> !tables().isEmpty());
  }

  @Test
  void failuresInARowAreLoggedOnce() {
    StringWriter log = new StringWriter();
    WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
    Logger.getLogger(GaugesLoop.class).addAppender(appender);
    try {
      broken.set(true);
      takeEvery(Duration.ofMillis(50));
      await().until(() -> figure("GaugesFailed") > 3);
      assertThat(log.toString()).containsOnlyOnce("cannot be read");

      broken.set(false);
      await().until(() -> figure("GaugesReadings") > 0);
      broken.set(true);
      await().until(() -> log.toString().split("cannot be read").length == 3);
    } finally {
      Logger.getLogger(GaugesLoop.class).removeAppender(appender);
    }
  }

  @Test
  void closedDatabaseIsNoFailure() throws Exception {
    takeEvery(Duration.ofMillis(100));
    await().until(() -> !tables().isEmpty());

    om.stop();
    assertThat(tables()).as("of a database that is closed").isEmpty();
    await().until(() -> figure("GaugesAgeSeconds") > 0);
    om.reopen(-1);

    await().until(() -> !tables().isEmpty());
    assertThat(figure("GaugesFailed")).isZero();
  }

  @Test
  void figuresOfAReplacedDatabaseAreNotShown() throws Exception {
    takeEvery(Duration.ofHours(1));
    await().until(() -> figure("GaugesReadings") == 1);

    om.reopen(-1);

    assertThat(tables()).isEmpty();
  }

  @Test
  void endsWithTheOm() {
    takeEvery(Duration.ofMillis(100));
    await().until(GaugesLoopTest::isAlive);

    over.set(true);

    await().until(() -> !isAlive());
  }

  @Test
  void isADaemonAndEndsOnClose() {
    takeEvery(Duration.ofHours(1));
    await().until(GaugesLoopTest::isAlive);
    assertThat(Thread.getAllStackTraces().keySet()).filteredOn(thread -> thread.getName().equals(THREAD))
        .allMatch(Thread::isDaemon);

    gauges.close();

    await().until(() -> !isAlive());
  }
}
