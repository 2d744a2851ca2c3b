// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.hello;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.takeEnd;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;

/** Jobs of which two OMs hold different records. */
class HelloTest extends OneImage {

  @Test
  void helloChangesNothingAndIsAnsweredWithTheOpenJobs() throws RefusedException {
    apply(submit(spec(1, "/v/a")));
    apply(submit(spec(2, "/v/b")));
    apply(cancel(id(2)));
    JobDelta delta = apply(hello("mine"));

    assertThat(delta.getWritten()).isEmpty();
    Answer answer = delta.answerTo(hello("mine"));
    assertThat(answer.getJobsList()).isEmpty();
    assertThat(answer.getOpenJobsList()).singleElement()
        .satisfies(open -> assertThat(open.getJobId()).isEqualTo(id(1)));
  }

  @Test
  void digestsDifferIfRecordsDiffer() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    JobImage before = image;
    apply(progress(1, "om1", 1));

    assertThat(image.openDigests()).isNotEqualTo(before.openDigests());
    assertThat(JobImage.of(List.copyOf(image.jobs())).openDigests()).isEqualTo(image.openDigests());
  }

  @Test
  void answerToHelloHoldsEndedRecordsOfTheSendersOpenJobsWithoutSpecs() throws RefusedException {
    apply(submit(spec(1, "/v/a")));
    apply(submit(spec(2, "/v/b")));
    apply(cancel(id(1)));
    Command hello = Command.newBuilder().setHello(Hello.newBuilder().addOpenJobIds(id(1)).addOpenJobIds(id(1))
        .addOpenJobIds(id(2)).addOpenJobIds(id(3))).build();

    assertThat(apply(hello).answerTo(hello).getJobsList()).containsExactly(
        job(1).toBuilder().setSpec(JobSpec.newBuilder().setJobId(id(1))).build());
  }

  @Test
  void disputeEndsAnOpenJobAndLeavesAnEndedOneAsItIs() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(grant(1, "om2"));
    apply(start(1, "om2"));
    apply(end(1, TURN_SUCCEEDED, "om1"));
    apply(submit(spec(2, "/v/c")));
    apply(cancel(id(2)));
    JobRecord ended = job(2);
    apply(hello("mine", id(1), id(2), id(3)));

    assertThat(turns(1)).containsExactly(TURN_SUCCEEDED, TURN_FAILED, TURN_FAILED);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_PARTIAL);
    assertThat(job(1).getTurnsList().subList(1, 3)).allSatisfy(turn -> {
      assertThat(turn.getReason()).isEqualTo(TurnReason.RECORDS_DIFFER);
      assertThat(turn.getMessage()).startsWith("om3 and the leader ").endsWith("Retry it.");
    });
    assertThat(job(2)).isEqualTo(ended);
  }

  @Test
  void openJobEndsAsItHasEndedElsewhereAndNeverTheOtherWayRound() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    JobRecord open = job(1);
    apply(end(1, TURN_SUCCEEDED, "om1"));
    apply(end(1, TURN_SKIPPED, "om2", "om3"));
    JobRecord ended = job(1);
    JobRecord told = ended.toBuilder().setSpec(JobSpec.newBuilder().setJobId(id(1))).build();

    assertThat(JobCommands.apply(JobImage.of(List.of(open)), takeEnd(told), "om", 100).getWritten())
        .containsExactly(ended);
    assertThat(JobCommands.apply(image, takeEnd(told), "om", 100).getWritten()).isEmpty();
    assertThat(JobCommands.apply(image, takeEnd(open), "om", 100).getWritten()).isEmpty();
  }

  @Test
  void requesterIsNotTakenFromTheSender() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord open = job(1);
    apply(cancel(id(1)));
    JobRecord told = job(1).toBuilder().setRequestedBy("mallory").setEndUser("bob").setCreatedAtMs(7).setCreatedIndex(0)
        .setSpec(spec(1, "/v/other")).build();

    assertThat(JobCommands.apply(JobImage.of(List.of(open)), takeEnd(told), "om", 100).getWritten())
        .containsExactly(job(1));
  }

  @Test
  void jobDisputedTwiceEndsOnce() throws RefusedException {
    apply(submit(spec(1, "/v/b")));

    assertThat(apply(hello("mine", id(1), id(1))).getWritten()).hasSize(1);
  }

  @Test
  void digestsAndAnswersStaySmallForLargeSpecs() throws RefusedException {
    JobSpec.Builder large = spec(1);
    for (int i = 0; i < 500; i++) {
      large.getTargetsBuilder().addBuckets("/v/" + "b".repeat(500) + i);
    }
    apply(submit(large));
    apply(grant(1, "om1"));
    JobDelta started = apply(start(1, "om1"));

    assertThat(job(1).getSerializedSize()).isGreaterThan(250_000);
    assertThat(started.answerTo(start(1, "om1")).getSerializedSize()).isLessThan(1_000);
    assertThat(apply(hello("mine")).answerTo(hello("mine")).getSerializedSize()).isLessThan(200);
  }

  @Test
  void inconsistentRecordNeitherCreatesNorEndsAJob() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord open = job(1);
    apply(cancel(id(1)));
    JobRecord real = job(1);
    refused(ErrorCode.UNKNOWN_JOB, takeEnd(real.toBuilder().setSpec(spec(2, "/v/b")).build()));

    image = JobImage.of(List.of(open));
    String endless = "x".repeat(100_000);
    TurnRecord turn = real.getTurns(1);
    List<JobRecord> untrue = List.of(open,
        real.toBuilder().removeTurns(0).build(),
        real.toBuilder().setState(JobState.JOB_SUCCEEDED).build(),
        real.toBuilder().clearEndedAtMs().build(),
        real.toBuilder().setUpdatedIndex(1000).build(),
        real.toBuilder().setRequestedBy(endless).build(),
        real.toBuilder().setTurns(1, turn.toBuilder().setMessage(endless)).build(),
        real.toBuilder().setTurns(1, turn.toBuilder().setStateValue(0)).build(),
        real.toBuilder().setTurns(1, turn.toBuilder().setStateValue(99)).build(),
        real.toBuilder().setTurns(1, turn.toBuilder().setState(TurnState.TURN_RUNNING)).build(),
        real.toBuilder().setTurns(1, turn.toBuilder().setReasonValue(99)).build());
    assertThat(untrue).allSatisfy(record -> refused(ErrorCode.BAD_REQUEST, takeEnd(record)));
  }
}
