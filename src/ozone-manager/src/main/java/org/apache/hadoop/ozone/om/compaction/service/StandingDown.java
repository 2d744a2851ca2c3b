// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whether rounds are of no use here: three in a row had no gain, each at keys that the others left alone. One range
 * whose tombstones cannot go only rests, so that it does not keep the service from others. Drawn from the replicated
 * records alone. Pure.
 */
final class StandingDown {
  static final int ROUNDS = 3;

  private StandingDown() {
  }

  /**
   * @param past          oldest first
   * @param resumedMillis since 1970: rounds up to then do not count
   */
  static boolean after(List<PastRound> past, long resumedMillis) {
    List<PastRound> newestFirst = new ArrayList<>(past);
    Collections.reverse(newestFirst);
    List<PastRound> without = new ArrayList<>();
    for (PastRound round : newestFirst) {
      if (round.gain() == PastRound.Gain.MEASURED || round.lastMillis() <= resumedMillis) {
        return false;
      }
      if (round.gain() == PastRound.Gain.NONE && without.stream().noneMatch(round::touches)) {
        without.add(round);
      }
      if (without.size() == ROUNDS) {
        return true;
      }
    }
    return false;
  }
}
