// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.Test;

class RestsTest {
  private final Rests rests = new Rests();

  private static Candidate of(String table, String range, long tombstones) {
    return new Candidate(table, KeyRange.parse(range), tombstones, 1, 1, 0, OptionalLong.empty(),
        OptionalLong.empty());
  }

  @Test
  void lessThanHalfMakesItRestTwiceAsLongEachTimeUpToAWeek() {
    Candidate stuck = of("keyTable", "/v/b/a../v/b/m", 1_000);
    long now = 0;
    for (int hours : new int[] {6, 12, 24, 48, 96, 168, 168}) {
      rests.compacted(stuck, 499, now);
      assertThat(rests.until(stuck) - now).isEqualTo(Duration.ofHours(hours).toMillis());
      now = rests.until(stuck);
    }
    rests.compacted(stuck, 500, now);
    assertThat(rests.until(stuck)).as("half is enough").isZero();
    rests.compacted(stuck, 0, now);
    assertThat(rests.until(stuck) - now).as("and begins anew").isEqualTo(Duration.ofHours(6).toMillis());
  }

  /** The next plan cuts a little differently. */
  @Test
  void holdsForAllThatTouchesTheSameKeysOfTheTable() {
    rests.compacted(of("keyTable", "/v/b/d../v/b/m", 1_000), 0, 0);
    assertThat(rests.until(of("keyTable", "/v/b/a../v/b/d", 1))).isPositive();
    assertThat(rests.until(of("keyTable", "/v/b/m../v/b/z", 1))).isPositive();
    assertThat(rests.until(of("keyTable", "/v/b/a../v/b/c", 1))).isZero();
    assertThat(rests.until(of("fileTable", "/v/b/d../v/b/m", 1))).isZero();
  }

  @Test
  void remembersTheLongestOfManyOnly() {
    for (int i = 0; i < 2_000; i++) {
      byte[] key = String.format("%05d", i).getBytes(StandardCharsets.UTF_8);
      rests.compacted(new Candidate("keyTable", new KeyRange(key, key), 1_000, 1, 1, 0, OptionalLong.empty(),
          OptionalLong.empty()), 0, i);
    }
    assertThat(rests.until(of("keyTable", "00999..00999", 1))).isZero();
    assertThat(rests.until(of("keyTable", "01000..01000", 1))).isPositive();
  }
}
