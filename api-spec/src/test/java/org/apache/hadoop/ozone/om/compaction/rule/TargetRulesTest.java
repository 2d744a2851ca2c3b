// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetRulesTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "UNKNOWN_VOLUME | shp     | '. List them.'             | There is no volume 'shp'. List them.",
      "UNKNOWN_BUCKET | /v/b.1  | '. If it was deleted, no.' | There is no bucket /v/b.1. If it was deleted, no.",
      "UNKNOWN_TABLE  | keyTabl | ' to compact.'             | There is no table 'keyTabl' to compact."})
  void refusalOfAnUnknownNameCarriesIt(ErrorCode code, String name, String more, String message) {
    RefusedException refusal = TargetRules.unknown(code, "targets.buckets", name, more);
    assertThat(refusal).hasMessage(message);
    assertThat(refusal.getParameter()).isEqualTo("targets.buckets");
    assertThat(refusal.getValue()).isEqualTo(name);
  }
}
