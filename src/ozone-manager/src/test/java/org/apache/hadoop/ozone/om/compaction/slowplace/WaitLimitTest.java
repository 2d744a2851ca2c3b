// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitLimitTest {
  /** Otherwise there were slow places that no job compacts and no job flushes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 9, 10, 11, 500, 10_000, 20_000})
  void filesThatMakeAListSlowAreWorthCompacting(long deadEntries) {
    WaitLimit limit = WaitLimit.ofDeadEntries(deadEntries);
    for (long tombstones = 0; tombstones <= deadEntries; tombstones++) {
      assertThat(limit.isEasedBy(tombstones) || !limit.isReachedBy(tombstones)).isTrue();
      assertThat(limit.isUntouchedBy(tombstones) && limit.isReachedBy(tombstones)).isFalse();
    }
  }

  /** The command calls a list of fewer tombstones fast that was not measured. */
  @ParameterizedTest
  @ValueSource(longs = {1, 5_000, 60_000_000})
  void placesWithMoreThanAFewTombstonesAreFoundWhateverTheLimit(long micros) {
    assertThat(WaitLimit.of(micros).fewDeadEntries()).isBetween(1L, QueryRules.FEW_TOMBSTONES);
  }
}
