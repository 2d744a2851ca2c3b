// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan says of keys that no look has searched. */
class PlaceModelTest {
  @ParameterizedTest(name = "{0} not looked at, {1} of them unreadable")
  @CsvSource(delimiter = '|', value = {
      "0    | 0    | ''",
      "1200 | 0    | Not looked at yet: up to 1,200 tombstones, so lists may be slow in more places. The next look goes"
          + " on there.",
      "1200 | 1200 | Cannot be looked at, as SST files there cannot be read: up to 1,200 tombstones, so lists may be"
          + " slow in more places.",
      "1201 | 1200 | Not looked at yet: up to 1 tombstone, so lists may be slow in more places. The next look goes on"
          + " there. Cannot be looked at, as SST files there cannot be read: up to 1,200 tombstones, so lists may be"
          + " slow in more places."})
  void saysWhereMorePlacesMayBe(long notLookedAt, long unreadable, String sentences) {
    assertThat(String.join(" ", PlaceModel.notLookedAt(notLookedAt, unreadable))).isEqualTo(sentences);
  }
}
