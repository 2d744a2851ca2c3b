// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  @ParameterizedTest
  @CsvSource({"0,0,0,EXACT", "34000,34000,34000,EXACT", "34000,62000,48000,ABOUT", "0,34000,34000,AT_MOST",
      "5,34000,34000,AT_MOST", "1,7,4,ABOUT", "1,8,8,AT_MOST", "2,3,2,ABOUT",
      "9223372036854775806,9223372036854775807,9223372036854775806,ABOUT"})
  void countIsItsMiddleOrWhereThatSaysNothingItsUpperBound(long low, long high, long shown, FigureMarkJson mark) {
    assertThat(Figure.interval(low, high))
        .isEqualTo(new CountIntervalJson().low(low).high(high).shown(shown).mark(mark));
    assertThat(Figure.of(low, high)).isEqualTo(shown);
    assertThat(Figure.isBound(low, high)).isEqualTo(mark == FigureMarkJson.AT_MOST);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0,EXACT", "0,0.5,0.5,AT_MOST", "0.25,0.75,0.5,ABOUT", "1,1,1,EXACT", "0,0.95,0.95,UNKNOWN",
      "0.05,1,0.525,UNKNOWN"})
  void ratioIsItsMiddleOrItsUpperBoundIfItMayBeNone(double low, double high, double shown, FigureMarkJson mark) {
    assertThat(Figure.ratio(low, high))
        .isEqualTo(new RatioIntervalJson().low(low).high(high).shown(shown).mark(mark));
    assertThat(Figure.ofRatio(low, high)).isEqualTo(shown);
  }
}
