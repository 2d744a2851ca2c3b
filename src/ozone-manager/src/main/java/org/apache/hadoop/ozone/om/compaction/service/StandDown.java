// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;

/**
 * Decides whether the automatic service stops because its rounds remove too little. It stops after three such rounds
 * within six hours, unless a round between them removed enough.
 */
final class StandDown {
  static final int ROUNDS = 3;

  private StandDown() {
  }

  /**
   * True if the service has to stop. {@code past} is oldest first; rounds before {@code resumedMillis}, when a person
   * resumed the service, in milliseconds since 1970, do not count.
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
