// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetNamesTest {

  @ParameterizedTest
  @CsvSource(nullValues = "none", value = {
      "volume,   targets.volume",
      "bucket,   targets.buckets",
      "table,    targets.tables",
      "keyRange, targets.keyRanges",
      "prefix,   targets.prefix",
      "path,     targets.path",
      "exclude,  targets.exclude",
      "limit,    limit",
      "none,     none"})
  void parameterOfAReadIsAFieldOfAJob(String parameter, String field) {
    assertThat(TargetNames.inJob(parameter)).isEqualTo(field);
  }
}
