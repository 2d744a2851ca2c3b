// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Keys that rounds leave alone for a while, as a round for them removed less than half of the tombstones that it should
 * have: 6 hours the first time, then twice as long as since the time before, 7 days at most. Otherwise what cannot go
 * would be rewritten for ever (scylladb#3772). Drawn from the replicated records alone, so that a new leader knows what
 * the last one knew. Immutable.
 */
final class Rests {
  static final long FIRST_MILLIS = TimeUnit.HOURS.toMillis(6);
  static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(7);

  private final List<PastRound> withoutGain;

  private Rests(List<PastRound> withoutGain) {
    this.withoutGain = withoutGain;
  }

  static Rests after(Collection<PastRound> past) {
    return new Rests(past.stream().filter(round -> round.gain() == PastRound.Gain.NONE)
        .collect(Collectors.toList()));
  }

  /** @return milliseconds since 1970; 0 if it does not rest */
  long until(TableKeys keys) {
    long[] lastTwo = withoutGain.stream()
        .filter(round -> round.keysWithoutGain().stream().anyMatch(keys::touches))
        .mapToLong(round -> -round.lastMillis()).sorted().limit(2).map(millis -> -millis).toArray();
    if (lastTwo.length == 0) {
      return 0;
    }
    long rested = lastTwo.length == 1 ? 0 : lastTwo[0] - lastTwo[1];
    return lastTwo[0] + Math.min(LONGEST_MILLIS, Math.max(FIRST_MILLIS, 2 * rested));
  }
}
