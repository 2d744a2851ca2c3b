// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.Administrators;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retries, from the leader's check to the record and the audit log. */
class RetryRequestsTest extends HandlerOverOmDb {
  private static final String RETRY = RetryRules.idOf(JOB);

  @AfterEach
  void forgetRetry() throws Exception {
    commit(batch -> JobRecordTable.delete(om.metadata(), batch, RETRY));
  }

  private static Command.Builder retry() {
    Command.Builder command = submit();
    command.getSubmitBuilder().getSpecBuilder().setJobId(RETRY).setRetryOf(JOB);
    return command;
  }

  private static Command.Builder cancel(String jobId) {
    return Command.newBuilder().setVersion(1).setCancel(CancelJobs.newBuilder().setJobId(jobId));
  }

  private void refused(ErrorCode code, String jobId, String message) {
    assertThatThrownBy(() -> handler.validateRequest(request(retry()).build())).satisfies(e ->
        assertThat(RefusedException.parse(e.getMessage(), null)).get().returns(code, RefusedException::getCode)
            .returns(jobId, RefusedException::getJobId).asInstanceOf(InstanceOfAssertFactories.THROWABLE)
            .hasMessageStartingWith(message));
  }

  @Test
  void jobThatIsForgottenOrHasNotEndedIsRefusedBeforeTheLog() throws Exception {
    refused(ErrorCode.UNKNOWN_JOB, null, "There is no job " + JOB);
    apply(request(submit()).build());
    refused(ErrorCode.JOB_OPEN, JOB, "Job " + JOB + " has not ended");
  }

  @Test
  void retryIsWrittenWithTheJobThatItRetriesAndAudited() throws Exception {
    apply(request(submit()).build());
    apply(request(cancel(JOB)).build());
    audit.lines().clear();
    OMRequest request = request(retry()).build();
    handler.validateRequest(request);
    assertThat(apply(request).getOMResponse().getSuccess()).isTrue();
    assertThat(table.read().find(RETRY).orElseThrow()).satisfies(job -> {
      assertThat(job.getState()).isEqualTo(JobState.JOB_QUEUED);
      assertThat(job.getSpec().getRetryOf()).isEqualTo(JOB);
    });
    assertThat(audit.lines()).singleElement().satisfies(
        line -> assertThat(line).contains("\"retryOf\":\"" + JOB + "\"", "ret=SUCCESS"));
    handler.validateRequest(request(retry()).build());
    apply(request(cancel(RETRY)).build());
    refused(ErrorCode.JOB_ENDED, RETRY, "Job " + JOB + " was retried by job " + RETRY + ", which ended CANCELLED.");
  }

  @Test
  void whoRetriesAJobOfABucketThatIsGoneIsToldSoAndNotToNameAnotherOne() throws Exception {
    apply(request(submit()).build());
    apply(request(cancel(JOB)).build());
    om.forgetBucket("vol", "b");
    try {
      refused(ErrorCode.UNKNOWN_BUCKET, null,
          "Nothing of job " + JOB + " is left to compact: There is no bucket /vol/b");
    } finally {
      om.bucket("vol", "b", BucketLayout.OBJECT_STORE);
    }
  }

  @Test
  void whoseGroupsCannotBeLookedUpIsNotTakenForAStranger() throws Exception {
    handler = handler(new Administrators() {
      @Override
      public boolean test(String user) {
        return false;
      }

      @Override
      public boolean isUnknown(String user) {
        return true;
      }
    }, table);
    refused(ErrorCode.FORBIDDEN, null, "On the leader no group of alice could be looked up");
  }

  @Test
  void othersThanAdministratorsAreRefusedWhateverTheJob() throws Exception {
    apply(request(submit()).build());
    handler = handler("carol"::equals, table);
    refused(ErrorCode.FORBIDDEN, null, "alice is not an Ozone administrator.");
  }
}
