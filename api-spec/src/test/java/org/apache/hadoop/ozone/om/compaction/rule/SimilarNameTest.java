// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarNameTest {

  @ParameterizedTest
  @CsvSource(nullValues = "none", value = {
      "stagng,  staging",
      "stagging, staging",
      "staginh, staging",
      "ordrs-2024, orders-2024",
      "stxgxnx, none",
      "logz,    logs",
      "lo,      none",
      "temporary, none"})
  void oneSlipForEachThreeLetters(String wrong, String nearest) {
    assertThat(SimilarName.of(wrong, List.of("logs", "orders-2024", "staging", "tmp")).orElse(null))
        .isEqualTo(nearest);
  }
}
