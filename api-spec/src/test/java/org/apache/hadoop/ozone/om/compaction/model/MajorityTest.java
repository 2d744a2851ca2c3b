// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MajorityTest {
  @ParameterizedTest(name = "{1} of {0} voters may compact at once")
  @CsvSource({"1,1", "2,1", "3,1", "4,1", "5,2", "6,2", "7,3"})
  void votersThatDoNotCompactAreAMajority(int voters, int spare) {
    assertThat(Majority.spare(voters)).isEqualTo(spare);
    if (voters > 2) {
      assertThat(voters - spare).isEqualTo(Majority.of(voters));
    }
    assertThat(Majority.refusal(voters)).contains("At most " + spare + " of " + voters);
  }
}
