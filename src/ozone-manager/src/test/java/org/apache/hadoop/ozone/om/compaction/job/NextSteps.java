// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Assertions on a refusal that has a next step. */
public final class NextSteps {
  private static final String COMMAND = ".*\\bozone (admin|debug|om|sh)\\b.*";

  private NextSteps() {
  }

  /**
   * Asserts that a refusal names no command in its message, which says what is wrong, but this one in its next step,
   * and still does so where it arrives by RPC or as JSON.
   */
  public static void assertNextStep(RefusedException refusal, String command) {
    assertThat(refusal.getMessage()).endsWith(".").doesNotMatch(COMMAND);
    assertThat(refusal.getNextStep()).contains(command).matches(COMMAND).matches("[A-Z].*");
    assertThat(RefusedException.parse(refusal.text(), null)).get()
        .returns(refusal.toApiError(), RefusedException::toApiError);
    assertThat(RefusedException.of(refusal.toApiError())).returns(refusal.text(), RefusedException::text);
  }
}
