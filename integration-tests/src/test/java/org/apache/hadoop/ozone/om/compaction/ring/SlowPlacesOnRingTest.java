// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One job compacts the slow places of all OMs, whose trees and memories differ. */
@ExtendWith(RingFixture.class)
class SlowPlacesOnRingTest {
  private static final String TABLE = "keyTable";
  private static final Pattern COMMAND = Pattern.compile("\n  ozone admin om compaction (trigger --slow[^\n]*)\n");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The places of all OMs, once every OM has looked at everything that clients have changed. */
  private static SlowPlaceListJson places(TestRing ring, String... targets) {
    ring.nodes().awaitApplied();
    return TestRing.await("a whole look").until(() -> JSON.readValue(ring.runs(Stream.concat(
            Stream.of("list", "--node-id", "all", "--json"), Stream.of(targets)).toArray(String[]::new)),
        SlowPlaceListJson.class), look -> look.getNotLookedAt().isEmpty() && look.getUnanswered().isEmpty());
  }

  private static List<SlowPlaceJson> of(SlowPlaceListJson look, String nodeId) {
    List<SlowPlaceJson> places = new ArrayList<>(look.getPlaces());
    places.removeIf(place -> !place.getNodeId().equals(nodeId));
    return places;
  }

  private static String[] slowIn(List<String> buckets, String... options) {
    return Stream.of(Stream.of("--slow"), buckets.stream().flatMap(bucket ->
        Stream.of("--bucket", TestRing.path(bucket))), Stream.of(options)).flatMap(all -> all).toArray(String[]::new);
  }

  @Test
  void printedCommandLeavesNothingSlowOnAnyOm(TestRing ring) throws Exception {
    String inFiles = ring.createBucket(BucketLayout.OBJECT_STORE);
    String inMemory = ring.createBucket(BucketLayout.OBJECT_STORE);
    // Both before the first tombstone, as this compacts the table.
    ring.fill(ring.rows(TABLE, inFiles), ring.rows(TABLE, inMemory));
    ring.delete(ring.rows(TABLE, inFiles), row -> row < TestRing.DELETED);
    String leader = ring.nodes().leader().getOMNodeId();
    String[] both = {"--bucket", TestRing.path(inFiles), "--bucket", TestRing.path(inMemory)};
    assertThat(ring.triggerAndWait("--slow", both[0], both[1], "--node-id", leader).getState())
        .isEqualTo(JobStateJson.SUCCEEDED);
    ring.tables().delete(ring.rows(TABLE, inMemory), TestRing.ROWS, row -> row < TestRing.DELETED);
    SlowPlaceListJson before = places(ring, both);
    assertThat(of(before, leader)).as("in memory alone").hasSize(1).allMatch(SlowPlaceJson::getFlush);
    ring.nodes().nodeIds().stream().filter(nodeId -> !nodeId.equals(leader)).forEach(follower ->
        assertThat(of(before, follower)).as("in a file, and in memory").extracting(SlowPlaceJson::getFlush)
            .containsExactlyInAnyOrder(false, true));

    Matcher printed = COMMAND.matcher(ring.runs("list", both[0], both[1], both[2], both[3]));
    assertThat(printed.find()).isTrue();
    String[] options = printed.group(1).replaceFirst("trigger ", "").split(" ");
    JobJson job = ring.triggerAndWait(options);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(3).allSatisfy(turn -> {
      TurnFiguresJson figures = turn.getFigures();
      assertThat(figures.getSlowPlacesBefore()).as("%s", turn).isPositive();
      assertThat(figures.getSlowPlacesAfter()).as("%s", turn).isZero();
      assertThat(figures.getFlushedBytes()).as("%s", turn).isPositive();
    });
    assertThat(places(ring, both).getPlaces()).isEmpty();
  }

  @Test
  void turnGoesOnAfterARestartWhileClientsDeleteMore(TestRing ring) throws Exception {
    List<String> three = ring.massDeletedThree();
    String jobId = ring.trigger(slowIn(three, "--max-write-rate", "1B"));
    TurnJson before = Turns.running(ring.awaitJob(jobId, Turns::haveCompacted)).orElseThrow();
    TableRows rows = ring.rows(TABLE, three.get(0));
    ring.tables().delete(rows, TestRing.ROWS, row -> row == TestRing.DELETED);

    ring.nodes().restart(before.getNodeId());
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).allSatisfy(turn ->
        assertThat(turn.getFigures().getSlowPlacesAfter()).as("%s", turn).isZero());
    assertThat(Turns.of(job, before.getNodeId()).getFigures().getAttempts()).isEqualTo(2);
    assertThat(Turns.of(job, before.getNodeId()).getFigures().getSlowPlacesBefore())
        .as("of the first attempt").isEqualTo(before.getFigures().getSlowPlacesBefore());
  }

  @Test
  void turnThatANewLeaderReturnsGoesOnLater(TestRing ring) throws Exception {
    String jobId = ring.trigger(slowIn(ring.massDeletedThree(), "--max-write-rate", "1B"));
    TurnJson before = Turns.running(ring.awaitJob(jobId, Turns::haveCompacted)).orElseThrow();

    ring.nodes().transferLeadership(before.getNodeId());
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(3).allSatisfy(turn ->
        assertThat(turn.getFigures().getSlowPlacesAfter()).as("%s", turn).isZero());
    assertThat(Turns.of(job, before.getNodeId()).getFigures().getSlowPlacesBefore())
        .as("of the first attempt").isEqualTo(before.getFigures().getSlowPlacesBefore());
  }

  @Test
  void cancelledJobHoldsUpNoOther(TestRing ring) throws Exception {
    List<String> three = ring.massDeletedThree();
    String jobId = ring.trigger(slowIn(three, "--max-write-rate", "1B"));
    ring.awaitJob(jobId, Turns::haveCompacted);
    assertThat(ring.run("trigger", "--slow").exitCode()).as("it is at the same keys").isEqualTo(1);
    ring.cancel(jobId);
    assertThat(ring.job(jobId).getState()).isEqualTo(JobStateJson.CANCELLED);

    JobJson again = ring.triggerAndWait(slowIn(three));
    assertThat(again.getTurns()).allSatisfy(turn ->
        assertThat(turn.getFigures().getSlowPlacesAfter()).as("%s", turn).isZero());
  }

  @Test
  void spentBudgetSaysWhatIsStillSlow(TestRing ring) throws Exception {
    String bucket = TestRing.path(ring.massDeleted(BucketLayout.OBJECT_STORE, TABLE));
    JobJson job = ring.triggerAndWait("--slow", "--bucket", bucket, "--max-total-bytes", "1KB");
    assertThat(job.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).allSatisfy(turn -> {
      assertThat(turn.getFigures().getSlowPlacesAfter()).isEqualTo(turn.getFigures().getSlowPlacesBefore())
          .isPositive();
      assertThat(turn.getMessage()).contains("slow now", "left for another job");
    });
  }
}
