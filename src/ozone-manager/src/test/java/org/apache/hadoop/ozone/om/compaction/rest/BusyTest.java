// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that has no room for a request that reads the database, or none for one that reads jobs. */
class BusyTest implements NodeView {
  private static final String UNKNOWN = "123e4567-e89b-12d3-a456-426614174000";

  private final Server server = new Server(0);
  private String jobsFault;

  private void start(int databaseReads, int jobReads) throws Exception {
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(new ServletHolder(new CompactionServlet(
        new CompactionReads(this, withoutDatabase(), null, Readers.everybody()),
        permits(databaseReads), permits(jobReads))), "/compaction/*");
    server.setHandler(context);
    server.start();
  }

  private static RequestPermits permits(int atOnce) {
    return new RequestPermits(atOnce, Duration.ZERO);
  }

  private static NodePlanner withoutDatabase() {
    return new NodePlanner(new LsmReader(() -> null), new ExactCounts(),
        CompactionConfig.from(new OzoneConfiguration()));
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @ParameterizedTest
  @CsvSource({"/buckets, 503", "/ranges, 503", "/sst-files?table=keyTable, 503", "/nodes, 200", "/jobs, 200",
      "/jobs/" + UNKNOWN + ", 404"})
  void whatDoesNotReadTheDatabaseIsStillAnswered(String path, int status) throws Exception {
    start(0, 1);

    assertAnswered(path, status);
  }

  @ParameterizedTest
  @CsvSource({"/jobs, 503", "/jobs/" + UNKNOWN + ", 503", "/nodes, 200"})
  void jobsAreReadByFewAtATimeToo(String path, int status) throws Exception {
    start(1, 0);

    assertAnswered(path, status);
  }

  @Test
  void aPermitIsGivenBackWhateverTheAnswer() throws Exception {
    start(0, 1);

    for (int i = 0; i < 3; i++) {
      assertAnswered("/jobs/" + UNKNOWN, 404);
      assertAnswered("/jobs", 200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/jobs", "/jobs/" + UNKNOWN})
  void jobsThatCannotBeReadAreNotShownAsNone(String path) throws Exception {
    jobsFault = "This OM cannot read its jobs.";
    start(1, 1);

    assertThat(assertAnswered(path, 500)).contains("\"INTERNAL\"").contains(jobsFault);
    assertAnswered("/nodes", 200);
  }

  private String assertAnswered(String path, int status) throws Exception {
    HttpResponse<String> response = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(
        "http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort() + "/compaction/v1" + path))
        .build(), HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(status);
    if (status == 503) {
      assertThat(response.body()).contains("\"BUSY\"");
      assertThat(response.headers().firstValue("Retry-After")).contains("1");
    }
    return response.body();
  }

  @Override
  public String nodeId() {
    return "om1";
  }

  @Override
  public NodeJson describe() {
    return new NodeJson();
  }

  @Override
  public Optional<String> jobsFault() {
    return Optional.ofNullable(jobsFault);
  }

  @Override
  public JobImage jobs() {
    return JobImage.of(Collections.emptyList());
  }

  @Override
  public Optional<WaitJson> waitingFor(String jobId) {
    return Optional.empty();
  }
}
