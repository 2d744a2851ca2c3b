// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;

/**
 * Stops the service after three rounds in a row within six hours without gain. As ranges of such a round rest for at
 * least six hours, the three were at different keys; one place with tombstones that cannot be removed does not stop it.
 * A pure function of the replicated records.
 */
final class StandDown {
  static final int ROUNDS = 3;

  private StandDown() {
  }

  /**
   * @param past          oldest first
   * @param resumedMillis when a person resumed the service, milliseconds since 1970; earlier rounds do not count
   */
  static boolean after(List<PastRound> past, long resumedMillis) {
    List<Long> without = new ArrayList<>();
    for (int i = past.size() - 1; i >= 0 && past.get(i).outcome() != PastRound.Outcome.GAIN
        && past.get(i).lastMillis() > resumedMillis; i--) {
      if (past.get(i).outcome() == PastRound.Outcome.NO_GAIN) {
        without.add(past.get(i).lastMillis());
      }
    }
    return without.size() >= ROUNDS && without.get(0) - without.get(ROUNDS - 1) < Cooldown.FIRST_MILLIS;
  }
}
