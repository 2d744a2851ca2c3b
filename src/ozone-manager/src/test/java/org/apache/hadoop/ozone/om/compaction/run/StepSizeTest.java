// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.run.RangeSteps.StepSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A step takes a second and a half, or one file of OM's size. */
class StepSizeTest {
  private static final long MB = 1 << 20;

  @ParameterizedTest(name = "{1} MB in {2} ms, ranges of {0} MB: steps of {3} MB")
  @CsvSource({"256,0,0,64", "256,64,0,64", "256,64,640,150", "256,64,300,256", "256,64,6400,64", "32,64,640,32",
      "1024,1000,2000,750"})
  void stepSizeFollowsTheReadRate(long maxMb, long readMb, long millis, long stepMb) {
    StepSize size = new StepSize(maxMb * MB);
    size.took(readMb * MB, millis);

    assertThat(size.bytes()).isEqualTo(stepMb * MB);
  }

  @Test
  void averagesOverAllStepsOfTheTurn() {
    StepSize size = new StepSize(1024 * MB);
    size.took(100 * MB, 500);
    assertThat(size.bytes()).isEqualTo(300 * MB);
    size.took(100 * MB, 1500);
    assertThat(size.bytes()).isEqualTo(150 * MB);
  }
}
