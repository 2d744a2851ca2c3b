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

class RefusalTest {
  private static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  static Stream<Refusal> refusals() {
    return Stream.of(
        new Refusal(ErrorCode.FORBIDDEN, "User joe is no OM administrator.", null, null),
        new Refusal(ErrorCode.BAD_REQUEST, "Above 1.", "thresholds.minRatio", null),
        new Refusal(ErrorCode.JOB_OVERLAPS, "Bucket [a] is taken.\nWait.", null, JOB),
        new Refusal(ErrorCode.JOB_ID_TAKEN, "", "jobId", JOB));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void printedRefusalIsReadBack(Refusal refusal) {
    assertThat(Refusal.parse(refusal.toString())).get().usingRecursiveComparison().isEqualTo(refusal);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsReadBack(ErrorCode code) {
    assertThat(Refusal.parse(new Refusal(code, "m", null, null).toString()).map(Refusal::getCode)).contains(code);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "OM is not the leader", "[ not ours", "[lower] case"})
  void otherTextIsNoRefusal(String text) {
    assertThat(Refusal.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = "[INVENTED_LATER] Something new.")
  void unknownCodeIsReadAsInternal(String text) {
    assertThat(Refusal.parse(text)).get()
        .returns(ErrorCode.INTERNAL, Refusal::getCode)
        .returns("Something new.", Refusal::getMessage);
  }
}
