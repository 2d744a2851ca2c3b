// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.api.Test;

class KeyInterpolationTest {
  @Property
  void keyFoundIsBetween(@ForAll @Size(max = 9) byte[] a, @ForAll @Size(max = 9) byte[] b,
      @ForAll @DoubleRange(max = 1) double part) {
    byte[] begin = Keys.min(a, b);
    byte[] end = Keys.max(a, b);
    byte[] between = KeyInterpolation.between(begin, end, part);
    if (between != null) {
      assertThat(Keys.compare(begin, between)).isNegative();
      assertThat(Keys.compare(between, end)).isNegative();
    }
  }

  @Test
  void halfWayBetweenTwoNumbersIsTheNumberHalfWay() {
    assertThat(KeyInterpolation.between("row-2000".getBytes(), "row-8000".getBytes(), 0.5))
        .startsWith("row-5000".getBytes());
  }

  @Test
  void digitsAreNumbersOfBaseTen() {
    assertThat(KeyInterpolation.between("row-1234".getBytes(), "row-1534".getBytes(), 0.25))
        .startsWith("row-1309".getBytes());
  }

  @Test
  void nothingIsBetweenAKeyAndTheNext() {
    assertThat(KeyInterpolation.between("a".getBytes(), Keys.after("a".getBytes()), 0.5)).isNull();
  }
}
