// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
      "the longer time of two lists that are not slow, 900, 0, false, 1000, 0, false",
      "the longer time of two slow lists, 5000, 0, true, 9000, 0, true",
      "slow by its dead entries though blocks were cached, 6000, 0, false, 3000, 0, true",
      "the longer time from disk of two slow lists, 7000, 0, true, 3000, 9000, true",
  })
  void secondListIsTheSlowerOne(String why, long micros, long fromDisk, boolean slow, long microsOfSecond,
      long fromDiskOfSecond, boolean secondSlow) {
    Wait first = wait(micros, fromDisk, slow);
    Wait second = wait(microsOfSecond, fromDiskOfSecond, secondSlow);

    assertThat(Wait.SLOWEST_LAST.compare(second, first)).as(why).isPositive();
  }

  private static Wait wait(long micros, long fromDisk, boolean slow) {
    return new Wait(new byte[0], micros, null, false, slow, fromDisk);
  }
}
