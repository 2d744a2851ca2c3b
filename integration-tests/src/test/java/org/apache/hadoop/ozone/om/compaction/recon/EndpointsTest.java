// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every endpoint of the contract, by real Recon over a real ring. */
@ExtendWith(ReconRingFixture.class)
class EndpointsTest {
  private static final String STAGING = "{\"targets\": {\"buckets\": [\"" + RingWithRecon.WORST + "\"]}}";
  private static final String LATER = "{\"targets\": {\"buckets\": [\"/lake/archive\"]}, \"thresholds\": {\"top\": 1},"
      + " \"notBefore\": \"2090-01-01T00:00:00Z\"}";

  private Http recon;

  @BeforeEach
  void reconAsItIs(RingWithRecon ring) throws Exception {
    recon = ring.recon();
  }

  @Test
  void nodes() {
    NodeListJson nodes = recon.whole("/nodes").read(NodeListJson.class);
    assertThat(nodes.getNodes()).hasSize(3).allSatisfy(node -> {
      assertThat(node.getReachable()).isTrue();
      assertThat(node.getAddOnVersion()).isNotBlank();
      assertThat(node.getPressure()).isNotNull();
    }).extracting(NodeJson::getRole).containsOnlyOnce(NodeRoleJson.LEADER);
  }

  @Test
  void bucketsWorstFirstAndPageByPage(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    BucketListJson all = recon.whole("/buckets?nodeId=all&volume=lake&sort=RUN").read(BucketListJson.class);
    assertThat(all.getBuckets().get(0).getBucket()).isEqualTo("staging");
    BucketListJson first = recon.answered("/buckets?limit=1&volume=lake&sort=RUN").is(200).read(BucketListJson.class);
    BucketListJson second = recon.answered("/buckets?limit=1&volume=lake&sort=RUN&prevKey=" + first.getNextKey())
        .is(200)
        .read(BucketListJson.class);
    assertThat(first.getBuckets().get(0)).isNotEqualTo(second.getBuckets().get(0));
    assertThat(recon.answered("/buckets?bucket=/lake/projects").is(200).json().path("totalCount").asInt()).isPositive();
  }

  @Test
  void ranges(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    RangeListJson ranges = recon.answered("/ranges?showSkipped=true&bucket=" + RingWithRecon.WORST).is(200)
        .read(RangeListJson.class);
    assertThat(ranges.getRanges()).isNotEmpty().allSatisfy(range ->
        assertThat(range.getPredictedWriteBytes()).isPositive());
  }

  @Test
  void sstFiles() {
    SstFileListJson files = recon.answered("/sst-files?table=keyTable&bucket=" + RingWithRecon.WORST).is(200)
        .read(SstFileListJson.class);
    assertThat(files.getSstFiles()).isNotEmpty();
  }

  @Test
  void jobFromSubmissionToItsEnd(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Http.Answer accepted = recon.post("/jobs", STAGING).is(202);
    JobJson job = accepted.read(JobJson.class);
    assertThat(accepted.header("Location")).endsWith(Http.API + "/jobs/" + job.getJobId());
    JobJson ended = await().atMost(Duration.ofMinutes(2)).until(
        () -> recon.answered("/jobs/" + job.getJobId()).is(200).read(JobJson.class), now -> now.getEnded() != null);

    assertThat(ended.getState()).as("%s", ended).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(recon.answered("/jobs?limit=1").is(200).read(JobListJson.class).getJobs()).hasSize(1);

    Http.Answer unchanged = recon.unchanged("/jobs/" + job.getJobId());
    assertThat(unchanged.body()).isEmpty();
    assertThat(unchanged.header("ETag")).isEqualTo(recon.whole("/jobs/" + job.getJobId()).header("ETag"));
    assertThat(recon.post("/jobs/" + job.getJobId() + "/cancel", null).is(409).error().getCode())
        .isEqualTo(ErrorCode.JOB_ENDED);
  }

  @Test
  void overlappingJobNamesTheOther() {
    JobJson first = recon.post("/jobs", LATER).is(202).read(JobJson.class);
    try {
      var refused = recon.post("/jobs", LATER).is(409).error();
      assertThat(refused.getCode()).isEqualTo(ErrorCode.JOB_OVERLAPS);
      assertThat(refused.getJobId()).isEqualTo(first.getJobId());
      String again = "{\"jobId\": \"" + first.getJobId().toUpperCase(Locale.ROOT) + "\"," + LATER.substring(1);
      assertThat(recon.post("/jobs", again).is(202).read(JobJson.class).getRevision()).isEqualTo(first.getRevision());
    } finally {
      JobJson cancelled = recon.cancel(first.getJobId(), Http.WRITE).is(202).read(JobJson.class);
      assertThat(cancelled.getState()).isEqualTo(JobStateJson.CANCELLED);
      assertThat(recon.cancel(first.getJobId(), Http.WRITE).is(202).read(JobJson.class))
          .as("an answer that was lost can be asked for again").isEqualTo(cancelled);
    }
  }

  @Test
  void jobIsUpdatedPausedAndResumed() {
    String path = "/jobs/" + recon.post("/jobs", LATER).is(202).read(JobJson.class).getJobId();
    try {
      JobJson updated = recon.post(path + "/update", "{\"maxWriteRate\": 4096, \"notAfter\": \"2090-01-02T00:00:00Z\","
          + " \"thresholds\": {\"maxTotalBytes\": 70}}").is(202).read(JobJson.class);
      assertThat(updated.getMaxWriteRate()).isEqualTo(4096);
      assertThat(updated.getNotAfter()).isEqualTo("2090-01-02T00:00:00.000Z");
      assertThat(updated.getThresholds().getMaxTotalBytes()).isEqualTo(70);
      assertThat(updated.getThresholds().getTop()).as("as before").isOne();
      assertThat(updated.getLimitsChangedBy()).isNotBlank();
      JobJson paused = recon.post(path + "/pause", null).is(202).read(JobJson.class);
      assertThat(paused.getPausedBy()).isNotBlank();
      assertThat(recon.post(path + "/pause", null).is(202).read(JobJson.class)).as("repeated").isEqualTo(paused);
      assertThat(recon.post(path + "/resume", null).is(202).read(JobJson.class).getPausedBy()).isNull();
    } finally {
      recon.post(path + "/cancel", null).is(202);
    }
    assertThat(recon.post(path + "/pause", null).is(409).error().getCode()).isEqualTo(ErrorCode.JOB_ENDED);
  }

  @Test
  void jobIsRetriedOnceAndThenItsRetry() {
    JobJson first = recon.post("/jobs", LATER).is(202).read(JobJson.class);
    String path = "/jobs/" + first.getJobId();
    assertThat(recon.post(path + "/retry", null).is(409).error().getCode()).isEqualTo(ErrorCode.JOB_OPEN);
    recon.post(path + "/cancel", null).is(202);
    Http.Answer accepted = recon.post(path + "/retry", null).is(202);
    JobJson retry = accepted.read(JobJson.class);
    try {
      assertThat(accepted.header("Location")).endsWith(Http.API + "/jobs/" + retry.getJobId());
      assertThat(retry).returns(first.getJobId(), JobJson::getRetryOf).returns(first.getTargets(), JobJson::getTargets)
          .returns(first.getThresholds(), JobJson::getThresholds).returns(first.getNotBefore(), JobJson::getNotBefore)
          .returns(first.getNodeIds(), JobJson::getNodeIds);
      assertThat(recon.post(path + "/retry", null).is(202).read(JobJson.class)).as("repeated").isEqualTo(retry);
      assertThat(recon.answered(path).is(200).read(JobJson.class))
          .returns(retry.getJobId(), JobJson::getRetriedBy).returns(first.getNodeIds(), JobJson::getRetryNodeIds);
    } finally {
      recon.post("/jobs/" + retry.getJobId() + "/cancel", null).is(202);
    }
    var refused = recon.post(path + "/retry", null).is(409).error();
    assertThat(refused.getCode()).isEqualTo(ErrorCode.JOB_ENDED);
    assertThat(refused.getJobId()).isEqualTo(retry.getJobId());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      ``                                                               | body
      []                                                               | body
      {"maxWriteRate": -1}                                             | maxWriteRate
      {"maxWriteRate": 10}                                             | maxWriteRate
      {"maxWriteRate": 1e300}                                          | maxWriteRate
      {"maxWriteRate": null}                                           | maxWriteRate
      {"thresholds": {"maxTotalBytes": 0}}                             | thresholds.maxTotalBytes
      {"thresholds": {"top": 3}}                                       | thresholds.top
      {"targets": {"everything": true}}                                | targets
      {"notAfter": "2020-01-01T00:00:00Z"}                             | notAfter
      {"notBefore": "2091-01-01T00:00:00Z", "notAfter": "2090-02-01T00:00:00Z"} | notBefore
      """)
  void updatesThatCannotBe(String body, String parameter) {
    Http.Answer answer = recon.post("/jobs/" + UUID.randomUUID() + "/update", body).is(400);
    assertThat(answer.error().getParameter()).as("%s", answer).isEqualTo(parameter);
  }

  /** Jersey reads the parameters of a form before it looks for the endpoint. */
  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded"})
  void unreadableQueryIsRefused(String type) throws Exception {
    try (RawHttp http = new RawHttp(URI.create(recon.origin()))) {
      RawHttp.Answer answer = http.send("POST", (Http.API + "/jobs/x/cancel?[%").getBytes(StandardCharsets.US_ASCII),
          Map.of("Content-Type", type, "X-Requested-With", "test"), new byte[0]);
      assertThat(answer.status()).as("%s", answer).isEqualTo(400);
      assertThat(answer.text()).contains("BAD_REQUEST");
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "PUT    | /jobs          | GET, HEAD, POST",
      "DELETE | /jobs/x        | GET, HEAD",
      "POST   | /jobs/x        | GET, HEAD",
      "GET    | /jobs/x/cancel | POST",
      "PATCH  | /jobs/x/update | POST",
      "GET    | /jobs/x/pause  | POST",
      "GET    | /jobs/x/resume | POST",
      "GET    | /jobs/x/retry  | POST",
      "GET    | /service/pause | POST",
      "PATCH  | /service       | GET, HEAD",
      "POST   | /places        | GET, HEAD",
      "POST   | /buckets       | GET, HEAD",
      "TRACE  | /buckets       | GET, HEAD",
      "PUT    | /openapi.yaml  | GET, HEAD"})
  void undeclaredMethodIsRefusedWithTheDeclaredOnes(String method, String path, String allowed) throws Exception {
    try (RawHttp http = new RawHttp(URI.create(recon.origin()))) {
      RawHttp.Answer answer = http.send(method, (Http.API + path).getBytes(StandardCharsets.US_ASCII),
          Map.of("Content-Type", "application/json", "X-Requested-With", "test"), new byte[0]);
      assertThat(answer.status()).as("%s", answer).isEqualTo(405);
      assertThat(answer.headers().get("Allow")).as("%s", answer).isEqualTo(allowed);
      assertThat(answer.text()).contains("METHOD_NOT_ALLOWED");
    }
  }

  /** Short answers, those that are too long for Jersey's buffer (8 KiB), and refusals. */
  @ParameterizedTest
  @ValueSource(strings = {"/nodes", "/buckets?limit=1000&nodeId=all", "/openapi.yaml", "/navigation.js", "/ui/", "/ui",
      "/nodes?limit=1", "/none"})
  void headIsGetWithoutItsBody(String path) {
    await().atMost(Http.PATIENCE).untilAsserted(() -> {
      Http.Answer get = recon.answered(path);
      Http.Answer head = recon.send("HEAD", Http.API + path, null).is(get.status());
      assertThat(head.header("ETag")).as("of the same answer").isEqualTo(get.header("ETag"));
      assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
      assertThat(head.header("Content-Length")).isEqualTo(String.valueOf(get.response().body().length));
      assertThat(head.body()).isEmpty();
    });
  }

  @Test
  void contractAndPage() {
    assertThat(recon.get("/openapi.yaml").is(200).body()).contains("openapi: 3.0.3");
    assertThat(recon.get("/ui").is(200).body()).contains("url=ui/");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      GET     | /nodes?limit=1                                  | 400 | BAD_REQUEST        | limit
      GET     | /places?sort=RUN                                | 400 | BAD_REQUEST        | sort
      GET     | /places?exact=true                              | 400 | BAD_REQUEST        | exact
      GET     | /places?prevKey=x                               | 400 | BAD_REQUEST        | prevKey
      GET     | /places?prevKey=x&nodeId=all                    | 400 | BAD_REQUEST        | prevKey
      GET     | /places?bucket=/lake/none                       | 404 | UNKNOWN_BUCKET     | bucket
      GET     | /buckets?probe=true                             | 400 | BAD_REQUEST        | probe
      GET     | /buckets?sort=SEEK                              | 400 | BAD_REQUEST        | sort
      GET     | /buckets?minRatio=2                             | 400 | BAD_REQUEST        | minRatio
      GET     | /buckets?bucket=staging                         | 400 | BAD_REQUEST        | bucket
      GET     | /buckets?prevKey=x                              | 400 | BAD_REQUEST        | prevKey
      GET     | /buckets?prevKey=x&nodeId=all                   | 400 | BAD_REQUEST        | prevKey
      GET     | /buckets?nodeId=om9                             | 404 | UNKNOWN_NODE       | nodeId
      GET     | /buckets?volume=none                            | 404 | UNKNOWN_VOLUME     | volume
      GET     | /buckets?volume=%00                             | 404 | UNKNOWN_VOLUME     | volume
      GET     | /buckets?bucket=/lake/none                      | 404 | UNKNOWN_BUCKET     | bucket
      GET     | /buckets?table=lockTable                        | 404 | UNKNOWN_TABLE      | table
      GET     | /ranges?keyRange=a                              | 400 | BAD_REQUEST        | keyRange
      GET     | /ranges?bucket=/lake/staging&bucket=/lake/none  | 404 | UNKNOWN_BUCKET     | bucket
      GET     | /ranges?prefix=part-                            | 400 | BAD_REQUEST        | prefix
      GET     | /buckets?path=/lake/staging                     | 400 | BAD_REQUEST        | path
      GET     | /ranges?path=/lake/none/dir                     | 404 | UNKNOWN_BUCKET     | path
      GET     | /ranges?table=keyTable&keyRange=b..a            | 400 | BAD_REQUEST        | keyRange
      GET     | /ranges?minTombstones=2&maxEntries=1            | 400 | BAD_REQUEST        | minTombstones
      GET     | /sst-files                                      | 400 | BAD_REQUEST        | table
      GET     | /sst-files?table=keyTable&nodeId=all            | 400 | BAD_REQUEST        | nodeId
      GET     | /service?volume=lake                            | 400 | BAD_REQUEST        | volume
      GET     | /service?bucket=                                | 400 | BAD_REQUEST        | bucket
      GET     | /service?bucket=staging                         | 400 | BAD_REQUEST        | bucket
      GET     | /service?bucket=/lake/none&nodeId=all           | 404 | UNKNOWN_BUCKET     | bucket
      GET     | /service?nodeId=om9                             | 404 | UNKNOWN_NODE       | nodeId
      POST    | /service                                        | 405 | METHOD_NOT_ALLOWED |
      GET     | /jobs/1                                         | 400 | BAD_REQUEST        | jobId
      GET     | /jobs/%E2%82%AC                                 | 400 | BAD_REQUEST        | jobId
      GET     | /jobs/00000000-0000-4000-8000-000000000404      | 404 | UNKNOWN_JOB        |
      GET     | /jobs/00000000-0000-4000-8000-000000000404/x    | 404 | NOT_FOUND          |
      GET     | /                                               | 404 | NOT_FOUND          |
      GET     | /node                                           | 404 | NOT_FOUND          |
      GET     | /ui/none.js                                     | 404 | NOT_FOUND          |
      GET     | /ui/..%2Fnavigation.js                          | 404 | NOT_FOUND          |
      GET     | /ui/%2e%2e/%2e%2e/none.js                       | 404 | NOT_FOUND          |
      POST    | /nodes                                          | 405 | METHOD_NOT_ALLOWED |
      DELETE  | /jobs                                           | 405 | METHOD_NOT_ALLOWED |
      OPTIONS | /jobs                                           | 405 | METHOD_NOT_ALLOWED |
      PATCH   | /jobs/00000000-0000-4000-8000-000000000404      | 405 | METHOD_NOT_ALLOWED |
      BREW    | /nodes                                          | 405 | METHOD_NOT_ALLOWED |
      POST    | /jobs?dryRun=true                               | 400 | BAD_REQUEST        | dryRun
      POST    | /jobs/1/cancel                                  | 400 | BAD_REQUEST        | jobId
      POST    | /jobs/00000000-0000-4000-8000-000000000404/cancel | 404 | UNKNOWN_JOB      |
      POST    | /jobs/00000000-0000-4000-8000-000000000404/pause  | 404 | UNKNOWN_JOB      |
      POST    | /jobs/00000000-0000-4000-8000-000000000404/resume | 404 | UNKNOWN_JOB      |
      POST    | /jobs/00000000-0000-4000-8000-000000000404/update | 400 | BAD_REQUEST      |
      POST    | /jobs/1/pause                                   | 400 | BAD_REQUEST        | jobId
      POST    | /jobs/1/resume?x=1                              | 400 | BAD_REQUEST        | x
      """)
  void refusals(String method, String path, int status, ErrorCode code, String parameter) {
    Http.Answer answer = recon.send(method, Http.API + path, "POST".equals(method) ? "{}" : null, Http.WRITE)
        .is(status);
    assertThat(answer.error().getCode()).as("%s", answer).isEqualTo(code);
    if (parameter != null) {
      assertThat(answer.error().getParameter()).as("%s", answer).isEqualTo(parameter);
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      ``                                                            | 400 | BAD_REQUEST    | body
      {"targets": {"bucket": "/lake/staging"}}                      | 400 | BAD_REQUEST    | targets.bucket
      {"targets": {"buckets": ["staging"]}}                         | 400 | BAD_REQUEST    | targets.buckets
      {"targets": {"buckets": ["/lake/none"]}}                      | 404 | UNKNOWN_BUCKET |
      {"targets": {"tables": ["lockTable"]}}                        | 404 | UNKNOWN_TABLE  |
      {"targets": {"path": "/lake/staging"}}                        | 400 | BAD_REQUEST    | targets.path
      {"targets": {"path": "/lake/none/dir"}}                       | 404 | UNKNOWN_BUCKET | targets.path
      {"targets": {"prefix": "part-"}}                              | 400 | BAD_REQUEST    | targets.prefix
      {"targets": {"buckets": ["/lake/none"], "prefix": "part-"}}   | 404 | UNKNOWN_BUCKET | targets.buckets
      {}                                                            | 400 | BAD_REQUEST    | targets
      {"targets": {}}                                               | 400 | BAD_REQUEST    | targets
      {"targets": {"everything": true, "volume": "lake"}}           | 400 | BAD_REQUEST    | targets.everything
      {"targets": {"everything": true}, "nodeIds": ["om9"]}         | 404 | UNKNOWN_NODE   | nodeIds
      {"targets": {"everything": true}, "maxParallelNodes": 2}      | 400 | BAD_REQUEST    | maxParallelNodes
      {"maxWriteRate": -1}                                          | 400 | BAD_REQUEST    | maxWriteRate
      {"targets": {"everything": true}, "maxWriteRate": 10}         | 400 | BAD_REQUEST    | maxWriteRate
      {"notAfter": "2020-01-01T00:00:00Z"}                          | 400 | BAD_REQUEST    | notAfter
      {"jobId": "one"}                                              | 400 | BAD_REQUEST    | jobId
      {"thresholds": {"minRatio": 7}}                               | 400 | BAD_REQUEST    | thresholds.minRatio
      """)
  void jobsThatCannotBe(String body, int status, ErrorCode code, String parameter) {
    long before = recon.now("/jobs?limit=1").json().path("totalCount").asLong();
    Http.Answer answer = recon.post("/jobs", body).is(status);
    assertThat(answer.error().getCode()).as("%s", answer).isEqualTo(code);
    if (parameter != null) {
      assertThat(answer.error().getParameter()).as("%s", answer).isEqualTo(parameter);
    }
    assertThat(recon.now("/jobs?limit=1").json().path("totalCount").asLong()).isEqualTo(before);
  }
}
