// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountIntervalTest {
  /** As the command line and the page mark numbers: ~48.0k and <=34.0k. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      34000 | 34000 | 34,000
      34000 | 62000 | about 48,000
      0     | 34000 | up to 34,000
      5     | 34000 | up to 34,000
      """)
  void sentencesHaveOneNumber(long least, long most, String words) {
    assertThat(new CountInterval(least, most).inWords()).isEqualTo(words);
  }
}
