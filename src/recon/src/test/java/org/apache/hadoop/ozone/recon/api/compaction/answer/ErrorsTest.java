// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  @Test
  void presentableErrorKeepsAllFields() {
    ApiErrorJson error = new ApiErrorJson().code(ErrorCode.JOB_ENDED).message("It has ended.").nextStep("See it.")
        .parameter("jobId").value("7").jobId(new UUID(0, 7).toString());
    assertThat(Errors.presentable(error)).isEqualTo(error);
    ApiErrorJson bare = new ApiErrorJson().code(ErrorCode.BUSY).message("Later.");
    assertThat(Errors.presentable(bare)).isEqualTo(bare);
  }

  @Test
  void presentableErrorHasShortTextsOfValidCharacters() {
    String hostile = "\ud800" + "x".repeat(100_000);
    ApiErrorJson shown = Errors.presentable(new ApiErrorJson().code(ErrorCode.BUSY).message(hostile).nextStep(hostile)
        .parameter(hostile).value(hostile));
    assertThat(new String[] {shown.getMessage(), shown.getNextStep(), shown.getParameter(), shown.getValue()})
        .allSatisfy(text -> assertThat(text).startsWith("?x").hasSizeLessThan(2_100));
  }
}
