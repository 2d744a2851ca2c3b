// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code trigger} reports and refuses before it submits a job. */
class BeforeSubmissionTest extends CliOverRing {

  @Test
  void rateOfAFewBytesIsRefusedAndMegabytesAreSuggested() {
    Cli.Result result = cli.run("trigger", "--everything", "--max-write-rate", "10");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err().replaceAll("\\s+", " ")).contains("BAD_REQUEST: --max-write-rate: 10 bytes"
        + " per second are too few; the least is"
        + " 1024. Did you mean 10 MB per second, which is 10485760?");
    assertThat(ring.commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--dry-run", "--json", "--dry-run --json"})
  void stepThatExceedsTheRateIsReportedBeforeSubmission(String options) {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/ranges", withWrite(plan(node), node.equals("om3") ? 240L << 20 : 1L << 20));
    }
    String slow = cli.run(("trigger --everything --max-write-rate 50MB " + options).trim().split(" ")).err();
    assertThat(slow.replaceAll("\\s+", " ")).contains("--max-write-rate 50.0 MB/s is an average over the turn of"
        + " an OM: RocksDB is not slowed down inside of a step. By the preview one may write 240 MB at once, on om3;"
        + " the turn pauses for up to 5 s behind it, also if it is the last.");
    assertThat(cli.run(("trigger --everything --max-write-rate 250MB " + options).trim().split(" ")).err())
        .doesNotContain("slowed down");
  }

  private static RangeListJson withWrite(RangeListJson plan, long bytes) {
    plan.getRanges().forEach(range -> range.predictedWriteBytes(bytes).predictedWrite(null));
    return plan;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--json", "--wait"})
  void pendingDeletionIsReportedBeforeSubmission(String options) {
    leader.answer("/ranges",
        plan("om2").addRemarksItem(new RemarkJson().nodeId("om2").message("Deletion has not ended: 1"
        + " directory, with all below it, waits for deletion in /v/b.")));
    jobIs(JobStateJson.SUCCEEDED);
    Cli.Result result = cli.run(("trigger --bucket /v/b " + options).trim().split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err().replaceAll("\\s+", " ")).contains("Deletion has not ended: 1 directory, with all below it,"
        + " waits for deletion in /v/b.");
    assertThat(cli.run("trigger", "--bucket", "/v/b", "--after-deletions").err()).doesNotContain("Deletion has");
    assertThat(ring.commands()).hasSize(2);
  }

  /** The leader knows only of jobs in the way of its own turn. */
  @Test
  void jobsThatGiveWayAreNamedByTheOmsOfTheJob() {
    JobInTheWayJson bobs = new JobInTheWayJson().jobId("0a").requestedBy("bob").origin(JobOriginJson.PERSON);
    String named = "It cancels job 0a of bob, which is at the same keys.";
    ring.om("om1").answer("/ranges", plan("om1"));
    ring.om("om2").answer("/ranges", plan("om2").addJobsInTheWayItem(bobs));
    leader.answer("/ranges", plan("om3"));
    assertThat(cli.run("trigger", "--bucket", "/v/b", "--preempt").err()).containsOnlyOnce(named);
    ring.om("om2").answer("/ranges", plan("om2"));
    leader.answer("/ranges", plan("om3").addJobsInTheWayItem(bobs));
    assertThat(cli.run("trigger", "--bucket", "/v/b", "--preempt", "--node-id", "om2").err())
        .doesNotContain("It cancels");
    assertThat(ring.commands()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--path /v/b/dir", "--bucket /v/b --prefix logs/"})
  void leaderPlansOnceForAPathOrAPrefix(String named) {
    KeyRangeJson range = new KeyRangeJson().table("fileTable").begin(key("/1/2/3/")).end(key("/1/2/3/z"));
    leader.answer("/ranges", plan("om3").targets(new TargetsJson().addKeyRangesItem(range)));
    Cli.Result result = cli.run(("trigger " + named).split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(leader.asked()).filteredOn(path -> path.contains("/ranges?")).hasSize(1);
    assertThat(ring.commands()).extracting(command -> command.getSubmit().getSpec().getTargets()).containsExactly(
        Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable("fileTable")
            .setBegin(ByteString.copyFromUtf8("/1/2/3/")).setEnd(ByteString.copyFromUtf8("/1/2/3/z"))).build());
  }
}
