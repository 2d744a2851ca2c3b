// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.junit.jupiter.api.Test;

/** Retries of a job, as every OM applies them. */
class RetriedJobTest extends OneImage {
  private static final String RETRY = RetryRules.idOf(id(1));

  private static JobSpec.Builder retry(String... nodeIds) {
    return spec(1, "/v/b").setJobId(RETRY).setRetryOf(id(1)).clearNodeIds().addAllNodeIds(List.of(nodeIds));
  }

  @Test
  void twoRetriesOfAJobAreOneWhateverTheRingIsLikeMeanwhile() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(cancel(id(1)));
    assertThat(image.retryOf(id(1))).isEmpty();
    JobRecord first = apply(submit(retry("om1", "om2", "om3"))).getWritten().get(0);
    JobDelta second = apply(submit(retry("om2").setNotBeforeMs(5)));
    assertThat(second.getWritten()).isEmpty();
    assertThat(second.answerTo(submit(retry("om2"))).getJobsList()).containsExactly(first);
    assertThat(image.retryOf(id(1))).contains(RETRY);
    assertThat(image.retryOf(RETRY)).isEmpty();
  }

  @Test
  void jobInWeeklyWindowsIsTheSameWhicheverOfThemIsNext() throws RefusedException {
    JobSpec.Builder job = spec(1, "/v/b").setWindow("20:00-06:00 UTC");
    apply(submit(job.setNotBeforeMs(5).setNotAfterMs(9)));
    assertThat(apply(submit(job.clearNotBeforeMs())).getWritten()).isEmpty();
    assertThat(apply(submit(job.setNotAfterMs(19).setDaysOff("2026-12-24"))).getWritten()).isEmpty();
    refused(ErrorCode.JOB_ID_TAKEN, submit(job.setWindow("Sat UTC")));
    refused(ErrorCode.JOB_ID_TAKEN, submit(job.clearWindow()));
    assertThatThrownBy(() -> apply(submit(job.setWindow("20:00-06:00 UTC").setMaxWriteRate(5))))
        .hasMessageContaining("asks for something else, maxWriteRate (left open, not 5).");
  }

  @Test
  void retryThatEndedWithoutSuccessIsRetriedItself() throws RefusedException {
    apply(submit(retry("om1", "om2")));
    apply(cancel(RETRY));
    refused(ErrorCode.JOB_ENDED, submit(retry("om1", "om2")));
    String next = RetryRules.idOf(RETRY);
    apply(submit(retry("om1").setJobId(next).setRetryOf(RETRY)));
    assertThat(image.retryOf(RETRY)).contains(next);
  }

  /** An OM that ran without the add-on may not know the first job, and has to apply what the others apply. */
  @Test
  void retryIsAppliedWhereTheFirstJobIsOpenOrNotKnown() throws RefusedException {
    assertThat(apply(submit(retry("om1"))).getWritten()).hasSize(1);
    image = JobImage.of(List.of());
    apply(submit(spec(1, "/v/x")));
    assertThat(apply(submit(retry("om1"))).getWritten()).hasSize(1);
  }

  @Test
  void otherJobWithTheIdOfARetryIsNoRetry() throws RefusedException {
    apply(submit(spec(1, "/v/b").setJobId(RETRY)));
    assertThat(image.retryOf(id(1))).isEmpty();
    refused(ErrorCode.JOB_ID_TAKEN, submit(retry("om1")));
  }

  /** A consent to cancel others is not taken over, so the refusal does not offer it. */
  @Test
  void retryBehindAnotherJobIsToldToWait() throws RefusedException {
    apply(submit(spec(2, "/v/b")));
    assertThatThrownBy(() -> apply(submit(retry("om1")))).isInstanceOfSatisfying(RefusedException.class, refusal -> {
      NextSteps.assertNextStep(refusal, "status " + id(2) + " --wait', then retry.");
      assertThat(refusal.text()).doesNotContain("preempt");
    });
  }
}
