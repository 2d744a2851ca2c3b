// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingReadTest {
  private final FakeRing oms = new FakeRing();
  private Ring ring;

  @BeforeEach
  void connect() throws IOException {
    ring = oms.connect();
  }

  @AfterEach
  void close() throws IOException {
    ring.close();
  }

  private static void fails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode()).as(e.toString()).isEqualTo(code));
  }

  @Test
  void nodesListsEveryMember() throws IOException {
    oms.om("om1").answer("/nodes", self("om1", NodeRoleJson.FOLLOWER));
    oms.om("om2").close();
    assertThat(ring.nodes().getNodes())
        .extracting(NodeJson::getNodeId, NodeJson::getRole, NodeJson::getReachable, NodeJson::getAddOnVersion,
            node -> node.getProblem() == null ? null : node.getProblem().getCode())
        .containsExactly(
            tuple("om1", NodeRoleJson.FOLLOWER, true, "1.0.0", null),
            tuple("om2", NodeRoleJson.FOLLOWER, false, null, ErrorCode.UNREACHABLE),
            tuple("om3", NodeRoleJson.LEADER, true, null, ErrorCode.ADD_ON_MISSING));
  }

  @Test
  void nodesWithoutLeaderListsConfiguredMembers() throws IOException {
    oms.lead(null);
    oms.om("om2").answer("/nodes", self("om2", NodeRoleJson.FOLLOWER));
    assertThat(ring.nodes().getNodes()).extracting(NodeJson::getNodeId, NodeJson::getRole).containsExactly(
        tuple("om1", NodeRoleJson.UNKNOWN), tuple("om2", NodeRoleJson.FOLLOWER), tuple("om3", NodeRoleJson.UNKNOWN));
  }

  @Test
  void readWithoutNodeAsksTheLeader() throws IOException {
    oms.om("om3").answer("/buckets", page("next", bucket("om3", "a", 5)));
    BucketListJson list = ring.buckets(new Query().table("keyTable").bucket("/v/ä&b").limit(7).prevKey("k+1"));
    assertThat(list.getBuckets()).extracting(BucketJson::getNodeId).containsExactly("om3");
    assertThat(list.getNextKey()).isEqualTo("next");
    assertThat(oms.om("om3").asked())
        .containsExactly("/compaction/v1/buckets?table=keyTable&bucket=%2Fv%2F%C3%A4%26b&limit=7&prevKey=k%2B1");
    assertThat(oms.om("om1").asked()).isEmpty();
  }

  @Test
  void targetsOfAJobAreAskedForTogether() throws IOException {
    oms.om("om3").answer("/ranges", new RangeListJson());
    ring.ranges(Query.of(new TargetsJson().volume("v").buckets(List.of("/v/b", "/v/a,c", "/v/b"))
        .exclude(List.of("/v/x*", "/w")), new ThresholdsJson().top(3).maxTotalBytes(9L)));
    ring.ranges(Query.of(new TargetsJson().addKeyRangesItem(range("keyTable", "a", "b"))
        .addKeyRangesItem(range("keyTable", "c", "d")), new ThresholdsJson()));
    ring.ranges(Query.of(new TargetsJson().addKeyRangesItem(range("keyTable", "a", "b"))
        .addKeyRangesItem(range("fileTable", "c", "d")), new ThresholdsJson()));
    assertThat(oms.om("om3").asked()).containsExactly(
        "/compaction/v1/ranges?volume=v&bucket=%2Fv%2Fb&bucket=%2Fv%2Fa%2Cc&exclude=%2Fv%2Fx*%2C%2Fw&top=3"
            + "&maxTotalBytes=9",
        "/compaction/v1/ranges?table=keyTable&keyRange=a..b&keyRange=c..d",
        "/compaction/v1/ranges?keyRange=keyTable%3Aa..b&keyRange=fileTable%3Ac..d");
  }

  /** om1 has yet to apply what the leader, om3, has. */
  @ParameterizedTest
  @CsvSource({"true, true, 1", "true, false, 0", "false, false, 1"})
  void jobThatTheLeaderKnowsToHaveEndedIsInNobodysWay(boolean leaderAnswers, boolean open, int inTheWay)
      throws IOException {
    oms.om("om1").answer("/ranges", new RangeListJson().totalCount(0L).filesToScan(0)
        .addJobsInTheWayItem(new JobInTheWayJson().jobId(JOB).requestedBy("alice").origin(JobOriginJson.PERSON)));
    if (leaderAnswers) {
      JobListJson jobs = new JobListJson().totalCount(0L);
      oms.om("om3").answer("/jobs?state=QUEUED%2CRUNNING&limit=20000",
          open ? jobs.addJobsItem(job(5, JobStateJson.RUNNING)) : jobs);
    }
    assertThat(ring.ranges(new Query().nodeId("om1")).getJobsInTheWay()).hasSize(inTheWay);
  }

  private static KeyRangeJson range(String table, String begin, String end) {
    return new KeyRangeJson().table(table).begin(key(begin)).end(key(end));
  }

  @Test
  void queriesThatDifferAreTold() {
    Query one = new Query().bucket("/v/a, /v/b");
    assertThat(one).hasToString("?bucket=%2Fv%2Fa%2C+%2Fv%2Fb");
    assertThat(one.nodeId("om1").toString()).isNotEqualTo(one.nodeId("om2").toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {414, 431})
  void targetsThatAnHttpServerDoesNotTakeAreNamed(int status) {
    oms.om("om3").raw("/ranges", status, "<h1>Bad Message</h1>");
    assertThatThrownBy(() -> ring.ranges(new Query())).isInstanceOfSatisfying(RefusedException.class, e -> {
      assertThat(e.getCode()).isEqualTo(ErrorCode.TOO_LARGE);
      assertThat(e.getMessage()).contains("name fewer buckets or key ranges");
    });
  }

  @Test
  void readWithoutNodeAndLeaderIsRefused() {
    oms.lead(null);
    fails(() -> ring.buckets(new Query()), ErrorCode.NO_LEADER);
  }

  @Test
  void readOfANamedNodeNeedsNoLeader() throws IOException {
    oms.lead(null);
    oms.om("om1").answer("/buckets", page(null, bucket("om1", "a", 5)));
    assertThat(ring.buckets(new Query().nodeId("om1")).getBuckets()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"om4", "om1,om4", "ALL"})
  void unknownNodeIsRefusedWithoutARequest(String nodeIds) {
    fails(() -> ring.buckets(new Query().nodeId(nodeIds)), ErrorCode.UNKNOWN_NODE);
    assertThat(oms.om("om1").asked()).isEmpty();
  }

  @Test
  void undeclaredParameterIsRefusedWithoutARequest() {
    for (Query query : List.of(new Query().nodeId(""), new Query().nodeId("om1,,om2"), new Query().limit(0),
        new Query().with("sort", "WORST"), new Query().with("top", 1))) {
      fails(() -> ring.buckets(query), ErrorCode.BAD_REQUEST);
    }
    fails(() -> ring.ranges(new Query().with("minTombstones", 11L).with("maxEntries", 10L)), ErrorCode.BAD_REQUEST);
    assertThat(oms.om("om1").asked()).isEmpty();
  }

  @Test
  void rowsOfSeveralNodesAreListedNodeByNode() throws IOException {
    oms.om("om1").answer("/buckets", page("k", bucket("om1", "b", 100), bucket("om1", "a", 900)).totalCount(7L));
    oms.om("om3").answer("/buckets", page(null, bucket("om3", "c", 600)));
    BucketListJson list = ring.buckets(new Query().nodeId("om1,om3").limit(2));
    assertThat(list.getBuckets()).extracting(bucket -> bucket.getNodeId() + bucket.getBucket())
        .containsExactly("om1b", "om1a", "om3c");
    assertThat(list.getTotalCount()).isEqualTo(8);
    assertThat(list.getNextKey()).isNull();
    assertThat(oms.om("om1").asked()).containsExactly("/compaction/v1/buckets?limit=2");
  }

  @Test
  void rangesOfSeveralNodesKeepWhatEachLeavesOut() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      oms.om(node).answer("/ranges", new RangeListJson().totalCount(2L).filesToScan(1)
          .addRangesItem(new RangeJson().nodeId(node).rank(1)).addRangesItem(new RangeJson().nodeId(node).rank(2))
          .addSkippedItem(new SkippedRangeJson().nodeId(node)).skippedCount(7L)
          .addTotalsItem(new PlanTotalsJson().nodeId(node)));
    }
    RangeListJson list = ring.ranges(new Query().nodeId("all"));
    assertThat(list.getRanges()).extracting(range -> range.getNodeId() + " " + range.getRank())
        .containsExactly("om1 1", "om1 2", "om2 1", "om2 2", "om3 1", "om3 2");
    assertThat(list.getFilesToScan()).isEqualTo(3);
    assertThat(list.getTotals()).hasSize(3);
    assertThat(list.getSkipped()).hasSize(3);
    assertThat(list.getSkippedCount()).isEqualTo(21);
  }

  @Test
  void silentNodeIsReported() throws IOException {
    oms.om("om1").answer("/buckets", page(null, bucket("om1", "a", 900)));
    oms.om("om2").close();
    BucketListJson list = ring.buckets(new Query().nodeId("om1,om2,om3"));
    assertThat(list.getBuckets()).hasSize(1);
    assertThat(list.getUnanswered()).extracting(ProblemJson::getNodeId, ProblemJson::getCode)
        .containsExactly(tuple("om2", ErrorCode.UNREACHABLE), tuple("om3", ErrorCode.ADD_ON_MISSING));
  }

  @Test
  void refusalIsReportedRatherThanSilence() {
    oms.om("om1").close();
    oms.om("om2").refuse("/buckets", 404, new ApiErrorJson().code(ErrorCode.UNKNOWN_BUCKET).message("No /v/b."));
    fails(() -> ring.buckets(new Query().nodeId("all")), ErrorCode.UNKNOWN_BUCKET);
  }

  @Test
  void problemOfANodeHoldsWhatIsWrongAndWhatToDoNext() throws IOException {
    oms.om("om1").answer("/buckets", page(null, bucket("om1", "a", 900)));
    oms.om("om3").answer("/buckets", page(null, bucket("om3", "a", 900)));
    oms.om("om2").refuse("/buckets", 403, new ApiErrorJson().code(ErrorCode.UNAUTHENTICATED).message("No ticket.")
        .nextStep("Set the type."));
    assertThat(ring.buckets(new Query().nodeId("all")).getUnanswered()).extracting(ProblemJson::getMessage)
        .containsExactly("No ticket. Set the type.");
    oms.om("om3").refuse("/jobs/" + JOB, 409, new ApiErrorJson().code(ErrorCode.BUSY).message("No.")
        .nextStep("Wait."));
    assertThatThrownBy(() -> ring.job(JOB)).hasMessage("No.").isInstanceOfSatisfying(
        RefusedException.class, refusal -> assertThat(refusal.getNextStep()).isEqualTo("Wait."));
  }

  @ParameterizedTest
  @CsvSource({"401,UNAUTHENTICATED", "403,FORBIDDEN", "404,ADD_ON_MISSING", "302,INTERNAL", "500,INTERNAL"})
  void bareStatusMapsToItsErrorCode(int status, ErrorCode code) {
    oms.om("om3").raw("/buckets", status, "<html>no</html>");
    fails(() -> ring.buckets(new Query()), code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{\"buckets\": 3}", "<html>", "{\"filesToScan\": \"x\"}"})
  void unreadableAnswerIsAnError(String body) {
    oms.om("om3").raw("/buckets", 200, body);
    fails(() -> ring.buckets(new Query()), ErrorCode.INTERNAL);
  }

  @Test
  void unknownFieldsAreIgnored() throws IOException {
    oms.om("om3").raw("/buckets", 200, "{\"totalCount\":0,\"filesToScan\":0,\"later\":{\"x\":1}}");
    assertThat(ring.buckets(new Query()).getTotalCount()).isZero();
  }

  @Test
  void nextPageOfSeveralNodesIsRefused() {
    fails(() -> ring.buckets(new Query().nodeId("all").prevKey("k")), ErrorCode.BAD_REQUEST);
    fails(() -> ring.ranges(new Query().nodeId("om1,om2").prevKey("k")), ErrorCode.BAD_REQUEST);
    assertThat(oms.om("om1").asked()).isEmpty();
  }

  @Test
  void sstFilesOfSeveralNodesAreRefused() {
    fails(() -> ring.sstFiles(new Query().nodeId("all").table("keyTable")), ErrorCode.BAD_REQUEST);
  }

  @Test
  void jobMergesTheNewestRecordWithLiveTurns() throws IOException {
    String path = "/jobs/" + JOB;
    oms.om("om1").answer(path, job(8, JobStateJson.RUNNING, turn("om1", TurnStateJson.RUNNING, 7),
        turn("om2", TurnStateJson.WAITING, 0)));
    oms.om("om2").answer(path, job(5, JobStateJson.QUEUED));
    oms.om("om3").answer(path, job(8, JobStateJson.RUNNING, turn("om1", TurnStateJson.RUNNING, 4),
        turn("om2", TurnStateJson.WAITING, 0)));
    JobJson job = ring.job(JOB);
    assertThat(job.getUnanswered()).isEmpty();
    assertThat(job.getTurns()).extracting(TurnJson::getState, turn -> turn.getFigures().getRangesDone())
        .containsExactly(tuple(TurnStateJson.RUNNING, 7), tuple(TurnStateJson.WAITING, 0));
  }

  @Test
  void laggingNodeDoesNotReopenAnEndedTurn() throws IOException {
    String path = "/jobs/" + JOB;
    oms.om("om1").answer(path, job(8, JobStateJson.RUNNING, turn("om1", TurnStateJson.RUNNING, 9)));
    oms.om("om3").answer(path, job(9, JobStateJson.SUCCEEDED, turn("om1", TurnStateJson.SUCCEEDED, 10)));
    JobJson job = ring.job(JOB);
    assertThat(job.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns().get(0).getFigures().getRangesDone()).isEqualTo(10);
    assertThat(job.getUnanswered()).extracting(ProblemJson::getNodeId).containsExactly("om2");
  }

  @Test
  void nodeWithoutTheJobIsNotReportedAsSilent() throws IOException {
    String path = "/jobs/" + JOB;
    oms.om("om1").refuse(path, 404, new ApiErrorJson().code(ErrorCode.UNKNOWN_JOB).message("No job."));
    oms.om("om3").answer(path, job(1, JobStateJson.QUEUED, turn("om1", TurnStateJson.WAITING, 0)));
    assertThat(ring.job(JOB).getUnanswered()).extracting(ProblemJson::getNodeId).containsExactly("om2");
  }

  @Test
  void unknownJobIsRefused() {
    ApiErrorJson unknown = new ApiErrorJson().code(ErrorCode.UNKNOWN_JOB).message("No job.");
    oms.om("om1").refuse("/jobs/" + JOB, 404, unknown);
    oms.om("om2").refuse("/jobs/" + JOB, 404, unknown);
    fails(() -> ring.job(JOB), ErrorCode.UNKNOWN_JOB);
    fails(() -> ring.job("../nodes"), ErrorCode.BAD_REQUEST);
  }

  @Test
  void jobsComeFromTheLeaderOrElseTheNewestNode() throws IOException {
    JobListJson newest = new JobListJson().totalCount(1L).addJobsItem(job(8, JobStateJson.RUNNING));
    oms.om("om1").answer("/jobs", new JobListJson().totalCount(0L));
    oms.om("om2").answer("/jobs", newest);
    assertThat(ring.jobs(new Query()).getJobs()).hasSize(1);
    oms.om("om3").answer("/jobs",
        new JobListJson().totalCount(2L).nextKey("k").addJobsItem(job(7, JobStateJson.RUNNING)));
    JobListJson list = ring.jobs(new Query());
    assertThat(list.getNextKey()).isEqualTo("k");
    assertThat(list.getJobs()).extracting(JobJson::getRevision)
        .containsExactly(8L);
  }
}
