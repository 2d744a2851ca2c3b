// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  @ParameterizedTest
  @CsvSource({"0,0,0,false", "34000,34000,34000,false", "34000,62000,48000,false", "0,34000,34000,true",
      "5,34000,34000,true", "1,7,4,false", "1,8,8,true", "2,3,2,false",
      "9223372036854775806,9223372036854775807,9223372036854775806,false"})
  void countIsItsMiddleOrWhereThatSaysNothingItsUpperBound(long low, long high, long figure, boolean isBound) {
    assertThat(Figure.of(low, high)).isEqualTo(figure);
    assertThat(Figure.isBound(low, high)).isEqualTo(isBound);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0", "0,0.5,0.5", "0.25,0.75,0.5", "1,1,1"})
  void ratioIsItsMiddleOrItsUpperBoundIfItMayBeNone(double low, double high, double figure) {
    assertThat(Figure.ofRatio(low, high)).isEqualTo(figure);
  }
}
