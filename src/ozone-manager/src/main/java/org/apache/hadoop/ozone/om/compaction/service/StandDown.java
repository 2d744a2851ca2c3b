// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;

/**
 * Whether rounds are of no use here: three in a row within six hours had no gain. A range that one of them took rests
 * as long at least, so each was at other keys: what cannot go in one place only rests, and keeps the service from
 * nothing else. Drawn from the replicated records alone. Pure.
 */
final class StandDown {
  static final int ROUNDS = 3;

  private StandDown() {
  }

  /**
   * @param past          oldest first
   * @param resumedMillis since 1970: rounds up to then do not count
   */
  static boolean after(List<PastRound> past, long resumedMillis) {
    int without = 0;
    long newest = 0;
    for (int i = past.size() - 1; i >= 0; i--) {
      PastRound round = past.get(i);
      if (round.outcome() == PastRound.Outcome.GAIN || round.lastMillis() <= resumedMillis) {
        return false;
      }
      if (round.outcome() == PastRound.Outcome.NO_GAIN) {
        newest = without == 0 ? round.lastMillis() : newest;
        if (newest - round.lastMillis() >= Cooldown.FIRST_MILLIS) {
          return false;
        }
        without++;
      }
      if (without == ROUNDS) {
        return true;
      }
    }
    return false;
  }
}
