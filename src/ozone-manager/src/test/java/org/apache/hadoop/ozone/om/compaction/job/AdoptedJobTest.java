// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.adopt;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;

/** Jobs that one OM hands on to others. */
class AdoptedJobTest extends OneImage {

  @Test
  void whoMissedAJobAdoptsItAndWhoKnowsItNewerKeepsHisOwn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord older = job(1);
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    JobRecord newer = job(1);
    JobRecord told = newer.toBuilder().addVouchedBy("om").build();
    assertThat(JobImage.of(List.of()).apply(adopt(newer), "om", 10).getWritten()).containsExactly(told);
    assertThat(JobImage.of(List.of(older)).apply(adopt(newer), "om", 10).getWritten()).containsExactly(told);
    assertThat(image.apply(adopt(newer), "om", 10).getWritten()).containsExactly(told);
    assertThat(image.apply(adopt(older), "om", 10).getWritten()).isEmpty();
    assertThat(JobImage.of(List.of(told)).apply(adopt(told), "om", 11).getWritten()).isEmpty();
  }

  @Test
  void aRecordOwnsUpToEverybodyWhoHandedItOn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord forged = job(1).toBuilder().setRequestedBy("admin").addVouchedBy("om").build();
    JobImage lied = JobImage.of(List.of()).apply(adopt(forged), "mallory", 10).getImage();
    JobImage laundered = lied.apply(adopt(lied.openJobs().get(0)), "om2", 11).getImage();
    assertThat(laundered.openJobs().get(0).getVouchedByList()).containsExactly("om", "mallory", "om2");
  }

  @Test
  void aRecordThatCannotBeTrueIsNotAdopted() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord real = job(1);
    List<JobRecord> untrue = List.of(
        real.toBuilder().setUpdatedIndex(9).removeTurns(0).build(),
        real.toBuilder().setUpdatedIndex(9).setState(JobState.JOB_FAILED).build(),
        real.toBuilder().setUpdatedIndex(1000).build(),
        real.toBuilder().addAllVouchedBy(Collections.nCopies(JobRecordRules.MAX_VOUCHERS, "om")).build(),
        real.toBuilder().setUpdatedIndex(9).setState(JobState.JOB_CANCELLED).clearTurns()
            .addAllTurns(real.getTurnsList().stream()
                .map(turn -> turn.toBuilder().setState(TurnState.TURN_CANCELLED).build()).toList()).build());
    assertThat(untrue).allSatisfy(record -> refused(ErrorCode.BAD_REQUEST, adopt(record)));
  }

  @Test
  void anAdoptedJobNeedsRoomToo() throws RefusedException {
    apply(submit(spec(1000, "/v/another")));
    JobRecord open = job(1000);
    image = JobImage.of(List.of());
    for (int i = 1; i <= JobImage.MAX_OPEN; i++) {
      apply(submit(spec(i, "/v/b" + i)));
    }
    refused(ErrorCode.TOO_MANY_JOBS, adopt(open));
  }

  @Test
  void anOpenRecordGivesWayToOneThatHasEndedAndNeverTheOtherWayRound() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    JobRecord open = job(1);
    apply(end(1, TURN_SUCCEEDED, "om1", "om2", "om3"));
    apply(end(1, TURN_SKIPPED, "om2", "om3"));
    JobRecord ended = job(1);
    JobRecord openLater = open.toBuilder().setUpdatedIndex(50).build();
    assertThat(JobImage.of(List.of(openLater)).apply(adopt(ended), "om", 100).getTouched())
        .containsExactly(ended.toBuilder().addVouchedBy("om").build());
    assertThat(image.apply(adopt(openLater), "om", 100).getWritten()).isEmpty();
    assertThat(image.apply(adopt(ended), "om", 100).getWritten())
        .containsExactly(ended.toBuilder().addVouchedBy("om").build());
  }

  @Test
  void ofTwoRecordsThatTheSameEntryChangedEverybodyTakesTheSame() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord one = job(1);
    apply(end(1, TURN_SKIPPED, "om3"));
    JobRecord ends = job(1).toBuilder().setUpdatedIndex(one.getUpdatedIndex()).build();
    JobRecord other = one.toBuilder().setCancelledBy("bob").build();
    assertThat(afterExchange(one, ends)).isEqualTo(ends);
    assertThat(afterExchange(other, ends)).isEqualTo(ends);
    assertThat(afterExchange(one, other)).isIn(one, other);
  }

  private static JobRecord afterExchange(JobRecord a, JobRecord b) throws RefusedException {
    JobRecord here = JobImage.of(List.of(a)).apply(adopt(b), "om", 100).getTouched().get(0);
    JobRecord there = JobImage.of(List.of(b)).apply(adopt(a), "om", 100).getTouched().get(0);
    assertThat(JobRecordRules.same(here, there)).isTrue();
    return here.toBuilder().clearVouchedBy().build();
  }

  @Test
  void anOpenJobIsAdoptedHoweverManyYoungerOnesAreRemembered() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord open = job(1);
    image = JobImage.of(List.of());
    for (int i = 101; i <= 100 + JobImage.MAX_ENDED; i++) {
      apply(submit(spec(i, "/v/c")));
      apply(cancel(id(i)));
    }
    apply(adopt(open));
    assertThat(image.openJobs()).containsExactly(open.toBuilder().addVouchedBy("alice").build());
  }

  @Test
  void whoHasHandedARecordOnMayDoSoAgainThoughThereIsNoRoomForAnother() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord full = job(1).toBuilder().addAllVouchedBy(Stream.iterate(1, i -> i + 1)
        .limit(JobRecordRules.MAX_VOUCHERS).map(i -> "om" + i).toList()).build();
    JobImage other = JobImage.of(List.of());
    assertThat(other.apply(adopt(full), "om1", 10).getWritten()).containsExactly(full);
    assertThatThrownBy(() -> other.apply(adopt(full), "another", 10)).isInstanceOf(RefusedException.class);
  }
}
