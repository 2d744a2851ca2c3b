// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
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

  private void refused(String message) {
    assertThatThrownBy(() -> handler.validateRequest(request(retry()).build())).hasMessageStartingWith(message);
  }

  @Test
  void jobThatIsForgottenOrHasNotEndedIsRefusedBeforeTheLog() throws Exception {
    refused("[UNKNOWN_JOB parameter=jobId] There is no job " + JOB);
    apply(request(submit()).build());
    refused("[JOB_OPEN job=" + JOB + "] Job " + JOB + " has not ended");
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
    refused("[JOB_ENDED job=" + RETRY + "] Job " + JOB + " was retried by job " + RETRY + ", which ended CANCELLED.");
  }

  @Test
  void othersThanAdministratorsAreRefusedWhateverTheJob() throws Exception {
    apply(request(submit()).build());
    handler = handler("carol"::equals, table);
    refused("[FORBIDDEN] alice is not an Ozone administrator.");
  }
}
