// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedExceptionTest {
  private static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  static Stream<RefusedException> refusals() {
    return Stream.of(
        new RefusedException(ErrorCode.FORBIDDEN, "User joe is no OM administrator.", null, null, null),
        new RefusedException(ErrorCode.BAD_REQUEST, "Above 1.", "thresholds.minRatio", null, null),
        new RefusedException(ErrorCode.JOB_OVERLAPS, "Bucket [a] is taken.\nWait.", null, JOB, null),
        new RefusedException(ErrorCode.JOB_ID_TAKEN, "", "jobId", JOB, null),
        RefusedException.ofValue(ErrorCode.UNKNOWN_BUCKET, "targets.buckets", "/v/b] job=1 \u00e9\n%", "No."),
        RefusedException.ofValue(ErrorCode.UNKNOWN_TABLE, "table", "keytable", "There is none.").withParameter("cf"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void printedRefusalIsReadBack(RefusedException refusal) {
    assertThat(RefusedException.parse(refusal.text(), null)).get()
        .returns(refusal.toApiError(), RefusedException::toApiError);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsReadBack(ErrorCode code) {
    assertThat(RefusedException.parse(RefusedException.of(code, "m").text(), null)).get()
        .returns(code, RefusedException::getCode);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "OM is not the leader", "[ not ours", "[lower] case"})
  void otherTextIsNoRefusal(String text) {
    assertThat(RefusedException.parse(text, null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = "[INVENTED_LATER] Something new.")
  void unknownCodeIsReadAsInternal(String text) {
    assertThat(RefusedException.parse(text, null)).get()
        .returns(ErrorCode.INTERNAL, RefusedException::getCode)
        .returns("Something new.", RefusedException::getMessage);
  }
}
