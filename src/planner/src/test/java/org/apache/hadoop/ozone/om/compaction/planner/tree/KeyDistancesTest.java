// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyDistancesTest {
  /**
   * How far keys of a bucket are on the way between two others, as a part of the keys between them: the mean error for
   * cuts anywhere. Keys read as bytes, in base 256, are wrong by 0.22 for DECIMAL and by 0.16 for HEX.
   */
  @ParameterizedTest
  @CsvSource({
      "DECIMAL, 0.001",
      "DECIMAL_WITH_GAPS, 0.01",
      "PARTS, 0.001",
      "TIMES, 0.001",
      "DIRECTORIES, 0.01",
      "HEX, 0.013",
      "HEX_IN_CAPITALS, 0.013",
      "UUIDS, 0.013",
      "HASHES_OF_PARTS, 0.01",
      "BASE_36, 0.01",
      "BASE_64, 0.013",
      "DAYS, 0.1",
      "WORDS, 0.16",
      "WORDS_AND_NUMBERS, 0.16",
      "DECIMAL_OF_ANY_LENGTH, 0.04",
  })
  void partsOfTheWayArePartsOfTheKeys(NameStyle style, double most) {
    List<byte[]> keys = style.keys(6_000);
    Random random = new Random(7);
    int count = 0;
    double error = 0;
    for (int i = 0; i < 200; i++) {
      int length = keys.size() / (1 + random.nextInt(8));
      int begin = random.nextInt(keys.size() - length + 1);
      int[] places = IntStream.concat(IntStream.of(0, length - 1),
          random.ints(1 + random.nextInt(8), 1, length - 1)).sorted().distinct().toArray();
      byte[][] cuts = Arrays.stream(places).mapToObj(place -> keys.get(begin + place)).toArray(byte[][]::new);
      cuts[cuts.length - 1] = Keys.after(cuts[cuts.length - 1]);
      double[] parts = KeyDistances.parts(cuts, 0, cuts.length - 1);
      for (int cut = 1; cut < parts.length - 1; cut++) {
        error += Math.abs(parts[cut] - (double) places[cut] / length);
        count++;
      }
    }
    assertThat(error / count).isLessThan(most);
  }

  @Property
  void partsAscendFrom0To1(@ForAll @Size(min = 2, max = 6) List<@Size(max = 9) byte[]> any) {
    byte[][] keys = any.stream().sorted(Keys::compare).toArray(byte[][]::new);
    double[] parts = KeyDistances.parts(keys, 0, keys.length - 1);
    assertThat(parts).isSorted().startsWith(0).endsWith(1);
  }
}
