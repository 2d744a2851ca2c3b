// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.api.Test;
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
        RefusedException.ofJob(ErrorCode.JOB_ENDED, JOB, "It has ended.").withNextStep("See it with 'ozone admin'."),
        RefusedException.ofValue(ErrorCode.UNKNOWN_VOLUME, "volume", "v next=3] w", "There is no v next=3] w.")
            .withNextStep(" List\nthem. "),
        RefusedException.of(ErrorCode.BUSY, "").withNextStep("Wait."),
        RefusedException.of(ErrorCode.BUSY, " [BUSY next=1] Wait. ").withNextStep("[BUSY next=2] "),
        RefusedException.of(ErrorCode.BUSY, "Later.").withNextStep(""),
        RefusedException.of(ErrorCode.UNKNOWN_JOB, "None.").withNextStep("Look.").withParameter("id"),
        RefusedException.ofValue(ErrorCode.UNKNOWN_BUCKET, "targets.buckets", "/v/b] job=1 \u00e9\n%", "No."),
        RefusedException.ofValue(ErrorCode.UNKNOWN_TABLE, "table", "keytable", "There is none.").withParameter("cf"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void printedRefusalIsReadBack(RefusedException refusal) {
    assertThat(RefusedException.parse(refusal.text(), null)).get()
        .returns(refusal.toApiError(), RefusedException::toApiError);
  }

  @Property(tries = 2000)
  void anyMessageAndStepAreReadBack(@ForAll ErrorCode code, @ForAll @AlphaChars @Chars({' ', ']', '[', '=', '\n'})
      String message, @ForAll @AlphaChars @Chars({' ', ']', '[', '=', '\n'}) String step) {
    printedRefusalIsReadBack(RefusedException.ofJob(code, JOB, message).withNextStep(step));
  }

  @Property(tries = 2000)
  void anyPositionInAHostileTextIsRead(@ForAll @IntRange(min = 0, max = 999_999_999) int next,
      @ForAll @StringLength(max = 20) String text) {
    for (int position : new int[] {next, next % (text.length() + 3)}) {
      assertThat(RefusedException.parse("[BUSY next=" + position + "] " + text, null)).get()
          .returns(text, RefusedException::sentence);
    }
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusalSentAsJsonIsReadBack(RefusedException refusal) {
    assertThat(RefusedException.of(refusal.toApiError())).returns(refusal.text(), RefusedException::text)
        .returns(refusal.sentence(), RefusedException::sentence);
  }

  @Test
  void textReadsAsOneSentenceAfterTheOther() {
    RefusedException refusal = RefusedException.ofJob(ErrorCode.JOB_ENDED, JOB, "It has ended.")
        .withNextStep("See it with 'ozone admin om compaction status'.");
    assertThat(refusal).hasMessage("It has ended.")
        .hasToString(RefusedException.class.getName() + ": [JOB_ENDED job=" + JOB + " next=14] " + refusal.sentence());
    assertThat(refusal.sentence()).isEqualTo("It has ended. See it with 'ozone admin om compaction status'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "next=0", "next=1", "next=3", "next=5", "next=14", "next=15", "next=999999999"})
  void textWithoutAStepWhereItSaysIsAllMessage(String next) {
    assertThat(RefusedException.parse("[BUSY" + (next.isEmpty() ? "" : " ") + next + "] Busy. Wait. ", null)).get()
        .returns("Busy. Wait. ", RefusedException::getMessage)
        .returns(null, RefusedException::getNextStep);
  }

  @Test
  void textThatAnOmHasCutIsReadAsFarAsItGoes() {
    String text = RefusedException.of(ErrorCode.BUSY, "Busy.").withNextStep("Wait.").text();
    for (int end = text.indexOf(']') + 1; end <= text.length(); end++) {
      assertThat(RefusedException.parse(text.substring(0, end), null)).get()
          .returns(text.substring(text.indexOf(']') + 1, end).trim(), refusal -> refusal.sentence().trim());
    }
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsReadBack(ErrorCode code) {
    assertThat(RefusedException.parse(RefusedException.of(code, "m").text(), null)).get()
        .returns(code, RefusedException::getCode);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "OM is not the leader", "[ not ours", "[lower] case", "[BUSY next=] Wait.",
      "[BUSY next=-1] Wait.", "[BUSY next=12345678901] Wait."})
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
