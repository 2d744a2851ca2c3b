// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RocksDbVersionTest {
  @ParameterizedTest
  @CsvSource({"7, 7, V7_7", "10, 10, V10_10", "7, 8, ", "10, 9, ", "10, 11, ", "0, 0, "})
  void onlyVersionsThatWereReadAndTriedAreKnown(int major, int minor, RocksDbVersion version) {
    assertThat(RocksDbVersion.of(major, minor).orElse(null)).isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource({"6, 29, V7_7", "7, 7, V7_7", "9, 11, V7_7", "10, 9, V7_7", "10, 10, V10_10", "10, 11, V10_10",
      "11, 0, V10_10"})
  void estimatesGoByTheNewestVersionBefore(int major, int minor, RocksDbVersion version) {
    assertThat(RocksDbVersion.nearest(major, minor)).isEqualTo(version);
  }
}
