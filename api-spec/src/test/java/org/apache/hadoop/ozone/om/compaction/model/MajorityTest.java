// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MajorityTest {
  @ParameterizedTest(name = "{1} of {0} voters healthy: {2} may compact at once")
  @CsvSource({"1,1,1", "1,0,0", "2,2,1", "2,1,0", "3,3,1", "3,2,0", "4,4,1", "4,3,0", "5,5,2", "5,4,1", "5,3,0",
      "7,7,3", "7,5,1", "7,1,0"})
  void healthyVotersThatDoNotCompactAreAMajority(int voters, int healthy, int spare) {
    assertThat(Majority.spare(voters, healthy)).isEqualTo(spare);
    if (voters > 2 && spare > 0) {
      assertThat(healthy - spare).isGreaterThan(voters / 2);
      assertThat(healthy - spare - 1).isLessThanOrEqualTo(voters / 2);
    }
    if (voters == healthy) {
      assertThat(Majority.refusal(voters)).contains("At most " + spare + " of " + voters);
    }
  }
}
