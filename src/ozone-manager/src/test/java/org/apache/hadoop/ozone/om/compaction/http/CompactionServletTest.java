// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.server.http.HttpServer2;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeRole;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The servlet in Ozone's own HTTP server, brought there as in an OM, over a real database. */
class CompactionServletTest {
  private static final String TABLE = "keyTable";
  private static final int BUCKETS = 9;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ExactCounts EXACT = new ExactCounts();
  /** Stands for the OzoneManager, which the servlet only knows as a key. */
  private static final Object OM = new Object();
  private static final List<Job> JOBS = new ArrayList<>();

  private static OmDatabaseFixture om;
  private static HttpServer2 server;
  private static volatile Runnable describing = () -> { };

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    om.volume("v");
    for (int b = 1; b <= BUCKETS; b++) {
      om.bucket("v", "b" + b, BucketLayout.OBJECT_STORE);
      for (int k = 0; k < 100; k++) {
        om.put(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.put(TABLE, "/v/unknown/'\"<&>\u00e9\n");
    om.compact(TABLE);
    for (int b = 1; b <= BUCKETS; b++) {
      for (int k = 0; k < 10 * b; k++) {
        om.delete(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.flush(TABLE);
    om.link("v", "link", "v", "b1");
    for (int i = 9; i >= 0; i--) {
      JOBS.add(new Job().jobId("00000000-0000-0000-0000-00000000000" + i).state(JobState.QUEUED).revision((long) i));
    }
    OzoneConfiguration conf = new OzoneConfiguration();
    CompactionHttpInitializer.addTo(conf);
    server = new HttpServer2.Builder().setName("ozoneManager").setConf(conf).withoutDefaultApps()
        .addEndpoint(URI.create("http://127.0.0.1:0")).setFindPort(true).build();
    server.setAttribute(OzoneConsts.OM_CONTEXT_ATTRIBUTE, OM);
    server.start();
    register(Readers.everybody());
  }

  private static void register(Readers readers) {
    NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), EXACT,
        CompactionConfig.from(new OzoneConfiguration()));
    CompactionReads.register(OM, new CompactionReads(new NodeView() {
      @Override
      public String nodeId() {
        return "om1";
      }

      @Override
      public Node describe() {
        describing.run();
        return new Node().nodeId("om1").role(NodeRole.LEADER).reachable(true);
      }

      @Override
      public List<Job> jobs() {
        return JOBS;
      }

      @Override
      public Optional<Job> job(String jobId) {
        return JOBS.stream().filter(job -> job.getJobId().equals(jobId)).findFirst();
      }
    }, planner, readers));
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
    EXACT.close();
    om.close();
  }

  @Test
  void nodes() throws Exception {
    JsonNode answer = ok("/nodes");

    assertThat(answer.at("/totalCount").asInt()).isEqualTo(1);
    assertThat(answer.at("/nodes/0/nodeId").asText()).isEqualTo("om1");
    assertThat(answer.at("/nodes/0/role").asText()).isEqualTo("LEADER");
    assertThat(answer.at("/nodes/0").has("problem")).as("what is absent is left out").isFalse();
  }

  @Test
  void bucketsWorstFirst() throws Exception {
    JsonNode answer = ok("/buckets?table=keyTable&exact=true");

    assertThat(answer.at("/totalCount").asInt()).isEqualTo(BUCKETS + 1);
    assertThat(answer.at("/filesToScan").asInt()).isZero();
    JsonNode worst = answer.at("/buckets/0");
    assertThat(worst.at("/volume").asText() + worst.at("/bucket").asText()).isEqualTo("vb9");
    assertThat(worst.at("/tombstones").toString()).isEqualTo("{\"low\":90,\"high\":90}");
    assertThat(worst.at("/begin/text").asText()).isEqualTo("/v/b9/");
    assertThat(Base64.getDecoder().decode(worst.at("/begin/base64").asText()))
        .isEqualTo(OmDatabaseFixture.bytes("/v/b9/"));
    assertThat(worst.at("/sharedFiles").asInt()).isEqualTo(2);
    assertThat(answer.at("/tables/0/tombstones").asInt()).isEqualTo(450);
    assertThat(answer.at("/unanswered").isArray()).isTrue();
    assertThat(answer.has("nextKey")).isFalse();
  }

  @Test
  void whatBelongsToNoBucketHasNoName() throws Exception {
    JsonNode rows = ok("/buckets?table=keyTable&sort=NAME").at("/buckets");
    JsonNode last = rows.get(rows.size() - 1);

    assertThat(last.has("volume")).isFalse();
    assertThat(last.at("/end/text").asText()).isEqualTo("/v/unknown/\\x27\\x22<&>\u00e9\\x0A");
  }

  @Test
  void rowsCanBeFiltered() throws Exception {
    assertThat(ok("/buckets?table=keyTable&exact=true&minTombstones=70").at("/totalCount").asInt()).isEqualTo(3);
    assertThat(ok("/buckets?bucket=/v/b3&exact=true").at("/totalCount").asInt()).isEqualTo(1);
    assertThat(ok("/buckets?volume=v&table=keyTable,fileTable&minRatio=1.0&minTombstones=1000").at("/totalCount")
        .asInt()).isZero();
    assertThat(ok("/buckets?nodeId=all&limit=1").at("/buckets").size()).isEqualTo(1);
    assertThat(ok("/buckets?nodeId=om1,all&limit=1").at("/buckets").size()).isEqualTo(1);
  }

  @Test
  void aSeekIsMeasuredForRowsOfThePage() throws Exception {
    JsonNode rows = ok("/buckets?table=keyTable&probe=true&limit=2").at("/buckets");

    assertThat(rows).hasSize(2).allSatisfy(row -> {
      assertThat(row.at("/seek/micros").isIntegralNumber()).isTrue();
      assertThat(row.at("/seek/bounded").asBoolean()).isFalse();
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/buckets?sort=TOMBSTONES", "/buckets?sort=RATIO", "/buckets?sort=SIZE",
      "/buckets?sort=ENTRIES", "/buckets?sort=NAME", "/ranges?minTombstones=1&minRatio=0&maxEntries=1",
      "/sst-files?table=keyTable", "/jobs?"})
  void pagesMakeUpTheWholeList(String path) throws Exception {
    String rows = List.of("buckets", "ranges", "sstFiles", "jobs").stream()
        .filter(name -> path.startsWith("/" + name.replace("F", "-f"))).findFirst().orElseThrow();
    List<JsonNode> whole = new ArrayList<>();
    ok(path).at("/" + rows).forEach(whole::add);
    List<JsonNode> paged = new ArrayList<>();
    String next = null;
    do {
      JsonNode page = ok(path + (path.endsWith("?") ? "" : "&") + "limit=3"
          + (next == null ? "" : "&prevKey=" + encode(next)));
      assertThat(page.at("/totalCount").asInt()).isEqualTo(whole.size());
      assertThat(page.at("/" + rows).size()).isLessThanOrEqualTo(3);
      page.at("/" + rows).forEach(paged::add);
      next = page.has("nextKey") ? page.at("/nextKey").asText() : null;
    } while (next != null);
    assertThat(paged).isEqualTo(whole).isNotEmpty();
  }

  @Test
  void ranges() throws Exception {
    JsonNode answer = ok("/ranges?bucket=/v/b9&table=keyTable&minTombstones=1&minRatio=0&exact=true");

    JsonNode range = answer.at("/ranges/0");
    assertThat(range.at("/rank").asInt()).isEqualTo(1);
    assertThat(range.at("/bucket").asText()).isEqualTo("b9");
    assertThat(range.at("/files").asInt()).isEqualTo(2);
    assertThat(range.at("/predictedReadBytes").asLong()).isPositive();
    assertThat(range.at("/tombstonesPerMegabyte").asDouble()).isPositive();
    assertThat(range.at("/snapshotRetainedBytes").asLong(-1)).isZero();
    assertThat(answer.at("/totals/0/predictedReadBytes")).isEqualTo(range.at("/predictedReadBytes"));
    assertThat(answer.at("/totals/0/ranges").asInt()).isEqualTo(1);

    String keys = range.at("/begin/text").asText() + ".." + range.at("/end/text").asText();
    assertThat(ok("/ranges?table=keyTable&minTombstones=1&minRatio=0&keyRange=" + encode(keys)).at("/totalCount")
        .asInt()).as("what a preview prints is accepted").isEqualTo(1);
  }

  @Test
  void whatIsLeftOutComesWithItsReasonWhenAsked() throws Exception {
    assertThat(ok("/ranges?bucket=/v/b1&table=keyTable").at("/skipped")).isEmpty();
    JsonNode skipped = ok("/ranges?bucket=/v/b1&table=keyTable&showSkipped=true").at("/skipped/0");
    assertThat(skipped.at("/reason").asText()).isEqualTo("BELOW_MIN_TOMBSTONES");
    assertThat(skipped.at("/message").asText()).contains("10000");
    assertThat(skipped.at("/tombstones/high").asInt()).isPositive();
  }

  @Test
  void sstFiles() throws Exception {
    JsonNode answer = ok("/sst-files?table=keyTable&bucket=/v/b3");

    assertThat(answer.at("/begin/text").asText()).isEqualTo("/v/b3/");
    assertThat(answer.at("/sstFiles")).hasSize(2);
    assertThat(answer.at("/sstFiles/0/level").asInt()).isZero();
    assertThat(answer.at("/sstFiles/0/tombstones").asInt()).isEqualTo(450);
    assertThat(answer.at("/sstFiles/1/level").asInt()).isPositive();
    assertThat(ok("/sst-files?table=fileTable").at("/totalCount").asInt()).isZero();
    assertThat(ok("/sst-files?table=keyTable&keyRange=" + encode("/w..\\xFF")).at("/totalCount").asInt()).isZero();
  }

  @Test
  void aJobIsNotSentAgainWhileItsRevisionStands() throws Exception {
    HttpResponse<String> first = get("/jobs/00000000-0000-0000-0000-000000000007");
    String etag = first.headers().firstValue("ETag").orElseThrow();

    assertThat(JSON.readTree(first.body()).at("/revision").asInt()).isEqualTo(7);
    HttpResponse<String> second = send(request("/jobs/00000000-0000-0000-0000-000000000007")
        .header("If-None-Match", "\"0\", " + etag));
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();
    assertThat(send(request("/jobs/00000000-0000-0000-0000-000000000007").header("If-None-Match", "\"6\""))
        .statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
      "/buckets?limit=0,                                      400, BAD_REQUEST,    limit",
      "/buckets?limit=20001,                                  400, BAD_REQUEST,    limit",
      "/buckets?limit=ten,                                    400, BAD_REQUEST,    limit",
      "/buckets?limit=1&limit=1,                              400, BAD_REQUEST,    limit",
      "/buckets?limit=,                                       400, BAD_REQUEST,    limit",
      "/buckets?limits=1,                                     400, BAD_REQUEST,    limits",
      "/buckets?minRatio=1.1,                                 400, BAD_REQUEST,    minRatio",
      "/buckets?minRatio=NaN,                                 400, BAD_REQUEST,    minRatio",
      "/buckets?minRatio=-0.1,                                400, BAD_REQUEST,    minRatio",
      "/buckets?minTombstones=-1,                             400, BAD_REQUEST,    minTombstones",
      "/buckets?minTombstones=9999999999999999999,            400, BAD_REQUEST,    minTombstones",
      "/buckets?sort=tombstones,                              400, BAD_REQUEST,    sort",
      "/buckets?exact=yes,                                    400, BAD_REQUEST,    exact",
      "/buckets?probe=1,                                      400, BAD_REQUEST,    probe",
      "/buckets?bucket=b1,                                    400, BAD_REQUEST,    bucket",
      "/buckets?bucket=%2Fv%2Flink,                           400, BAD_REQUEST,    bucket",
      "/buckets?bucket=/v/b1&volume=w,                        404, UNKNOWN_VOLUME, volume",
      "/buckets?bucket=/v/nope,                               404, UNKNOWN_BUCKET, bucket",
      "/buckets?volume=nope,                                  404, UNKNOWN_VOLUME, volume",
      "/buckets?volume=%3Cscript%3E,                          404, UNKNOWN_VOLUME, volume",
      "/buckets?table=nope,                                   404, UNKNOWN_TABLE,  table",
      "/buckets?nodeId=om2,                                   404, UNKNOWN_NODE,   nodeId",
      "/buckets?volume=%ff,                                   400, BAD_REQUEST,    volume",
      "/buckets?prevKey=nonsense,                             400, BAD_REQUEST,    prevKey",
      "/buckets?prevKey=VE9NQlNUT05FUw.eA.eA.eA.eA,           400, BAD_REQUEST,    prevKey",
      "/buckets?keyRange=a..b,                                400, BAD_REQUEST,    keyRange",
      "/ranges?keyRange=a..b,                                 400, BAD_REQUEST,    table",
      "/ranges?table=keyTable&keyRange=b..a,                  400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=ab,                    400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=..b,                   400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=%5Cxzz..b,             400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=a..b&volume=v,         400, BAD_REQUEST,    keyRange",
      "/ranges?top=0,                                         400, BAD_REQUEST,    top",
      "/ranges?maxEntries=0,                                  400, BAD_REQUEST,    maxEntries",
      "/ranges?maxBytes=1MB,                                  400, BAD_REQUEST,    maxBytes",
      "/ranges?prevKey=cmFuZ2Vz,                              400, BAD_REQUEST,    prevKey",
      "/sst-files,                                            400, BAD_REQUEST,    table",
      "'/sst-files?table=keyTable,fileTable',                 400, BAD_REQUEST,    table",
      "/jobs?state=RUNNING,                                   400, BAD_REQUEST,    state",
      "/jobs?prevKey=am9icw.eA,                               400, BAD_REQUEST,    prevKey",
      "/jobs/17,                                              400, BAD_REQUEST,    jobId",
      "/jobs/123e4567-e89b-12d3-a456-426614174000,            404, UNKNOWN_JOB,    jobId",
      "/jobs/123e4567-e89b-12d3-a456-426614174000/cancel,     400, BAD_REQUEST,    jobId",
      "/nodes?x,                                              400, BAD_REQUEST,    x",
      "/,                                                     404, NOT_FOUND,      ",
      "'',                                                    404, NOT_FOUND,      ",
      "/nodes/,                                               404, NOT_FOUND,      ",
      "/openapi.yaml,                                         404, NOT_FOUND,      "})
  void whatIsWrongIsNamed(String path, int status, String code, String parameter) throws Exception {
    HttpResponse<String> response = get(path);

    assertThat(response.statusCode()).isEqualTo(status);
    JsonNode error = json(response);
    assertThat(error.at("/code").asText()).isEqualTo(code);
    assertThat(error.has("parameter") ? error.at("/parameter").asText() : null).isEqualTo(parameter);
    assertThat(error.at("/message").asText()).isNotBlank().doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
  void anOmServesNoWrites(String method) throws Exception {
    HttpResponse<String> response = send(request("/jobs").method(method, HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(json(response).at("/code").asText()).isEqualTo("METHOD_NOT_ALLOWED");
    assertThat(response.headers().firstValue("Allow")).contains("GET");
  }

  @Test
  void headIsNotAllowedEither() throws Exception {
    assertThat(send(request("/jobs").method("HEAD", HttpRequest.BodyPublishers.noBody())).statusCode()).isEqualTo(405);
  }

  @Test
  void aFailureIsJsonWithoutItsInside() throws Exception {
    describing = () -> {
      throw new IllegalStateException("inside");
    };
    try {
      HttpResponse<String> response = get("/nodes");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(json(response).at("/code").asText()).isEqualTo("INTERNAL");
      assertThat(response.body()).doesNotContain("inside").doesNotContain("IllegalState");
    } finally {
      describing = () -> { };
    }
  }

  @Test
  void withoutAnAddOnThereIsNothingToServe() throws Exception {
    CompactionReads.unregister(OM);
    try {
      HttpResponse<String> response = get("/nodes");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(json(response).at("/code").asText()).isEqualTo("ADD_ON_DISABLED");
    } finally {
      register(Readers.everybody());
    }
  }

  @Test
  void aSecureOmSaysWhatToSetToWhomItDoesNotKnow() throws Exception {
    register(Readers.only(user -> true));
    try {
      HttpResponse<String> response = get("/nodes");
      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(json(response).at("/code").asText()).isEqualTo("UNAUTHENTICATED");
      assertThat(json(response).at("/message").asText()).contains("ozone.security.http.kerberos.enabled",
          "ozone.http.filter.initializers", "ozone.om.http.auth.type");
    } finally {
      register(Readers.everybody());
    }
  }

  @Test
  void aClosedDatabaseIsATryAgain() throws Exception {
    om.stop();
    try {
      HttpResponse<String> response = get("/buckets");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(json(response).at("/message").asText()).contains("try again");
    } finally {
      om.reopen(-1);
      om.holdStill(TABLE);
    }
  }

  private static JsonNode ok(String path) throws Exception {
    HttpResponse<String> response = get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    assertThat(response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT))
        .isEqualTo("application/json;charset=utf-8");
    return JSON.readTree(response.body());
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return send(request(path).GET());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getConnectorAddress(0).getPort()
        + "/compaction/v1" + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
