// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rows places that were found by interpolation lead to, in files whose keys are paths. */
class SampledKeyTest {
  private static final int ROWS = 100;
  private static final int PLACES = 400;

  /** Buckets and their rows; what stands between them makes them deeper. */
  @ParameterizedTest
  @ValueSource(strings = {"/volume/bucket-%04d/%04d", "/volume/bucket-%04d/logs/of/today/%04d",
      "/-9223372036854775552/-92233720368547%04d/-9223372036854775040/part-%04d"})
  void rowsFromAllOfABucketAreFoundAlike(String path) {
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    int buckets = 300;
    for (int bucket = 0; bucket < buckets; bucket++) {
      for (int row = 0; row < ROWS; row++) {
        keys.add(key(path, bucket, row));
      }
    }
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      byte[] place = KeyInterpolation.between(keys.first(), keys.last(), (i + 0.5) / PLACES);
      byte[] found = SampledKey.find(of(keys), place, null);
      rows.add(row(found));
    }
    // Of 400 fair draws, each quarter has 100 with a standard deviation of 8.7.
    for (int quarter = 0; quarter < 4; quarter++) {
      int from = quarter * ROWS / 4;
      assertThat(rows.stream().filter(row -> row >= from && row < from + ROWS / 4).count())
          .as("rows %d to %d", from, from + ROWS / 4 - 1).isBetween(60L, 140L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000})
  void aPlaceInsideABucketLeadsToItsNextKey(int rows) {
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    IntStream.range(0, rows).forEach(row -> keys.add(key("/volume/bucket-%04d/%04d", 1, row)));

    byte[] last = key("/volume/bucket-%04d/%04d", 1, rows - 1);
    assertThat(SampledKey.find(of(keys), last, null)).isEqualTo(last);
    assertThat(SampledKey.find(of(keys), Keys.after(last), null)).isNull();
    assertThat(SampledKey.find(of(keys), key("/volume/bucket-%04d/%04d", 0, 0), keys.first())).isNull();
  }

  private static byte[] key(String path, int bucket, int row) {
    return String.format(Locale.ROOT, path, bucket, row).getBytes(StandardCharsets.UTF_8);
  }

  private static int row(byte[] key) {
    String text = new String(key, StandardCharsets.UTF_8);
    return Integer.parseInt(text.substring(text.length() - 4));
  }

  private static SampledKey.FileKeys<RuntimeException> of(TreeSet<byte[]> keys) {
    return new SampledKey.FileKeys<>() {
      @Override
      public byte[] atOrBehind(byte[] place) {
        return keys.ceiling(place);
      }

      @Override
      public byte[] before(byte[] place) {
        return keys.lower(place);
      }
    };
  }
}
