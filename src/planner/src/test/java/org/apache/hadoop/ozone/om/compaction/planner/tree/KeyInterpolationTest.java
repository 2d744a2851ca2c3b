// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import net.jqwik.api.Assume;
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

  /** Where the first bytes that differ leave room, a key is found, whatever comes before and behind. */
  @Property
  void keyIsFoundWhereThereIsRoom(@ForAll @Size(max = 9) byte[] prefix, @ForAll byte low, @ForAll byte high,
      @ForAll @Size(max = 9) byte[] behindLow, @ForAll @Size(max = 9) byte[] behindHigh,
      @ForAll @DoubleRange(max = 1) double part) {
    Assume.that((high & 0xFF) - (low & 0xFF) >= 2);
    byte[] begin = Bytes.concat(prefix, new byte[] {low}, behindLow);
    byte[] end = Bytes.concat(prefix, new byte[] {high}, behindHigh);
    byte[] between = KeyInterpolation.between(begin, end, part);
    assertThat(between).isNotNull();
    assertThat(Keys.compare(begin, between)).isNegative();
    assertThat(Keys.compare(between, end)).isNegative();
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
