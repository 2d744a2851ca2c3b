// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Remembers since when the value of a key has not changed. A key names a turn or a condition. Time is measured by this
 * process's monotonic clock, never by clocks of other nodes. A new leader starts with an empty memory, so it acts late
 * rather than early.
 */
final class LastChangeTimes {
  private final LongSupplier steadyMillis;
  private final Map<String, Sighting> sightings = new HashMap<>();
  private final Set<String> asked = new HashSet<>();

  /** @param steadyMillis a monotonic clock, in milliseconds */
  LastChangeTimes(LongSupplier steadyMillis) {
    this.steadyMillis = steadyMillis;
  }

  /**
   * Records the value of a key.
   *
   * @return milliseconds since the first call with this value, if all calls for the key since then had the same value;
   *     0 if the key is new or its value has changed since the last call
   */
  long millis(String key, Object value) {
    long now = steadyMillis.getAsLong();
    asked.add(key);
    Sighting seen = sightings.get(key);
    if (seen == null || !Objects.equals(seen.value, value)) {
      sightings.put(key, new Sighting(value, now));
      return 0;
    }
    return now - seen.since;
  }

  /** Forgets the keys for which {@link #millis} was not called since the last call of this method. */
  void endRound() {
    sightings.keySet().retainAll(asked);
    asked.clear();
  }

  void forgetAll() {
    sightings.clear();
    asked.clear();
  }

  private static final class Sighting {
    private final Object value;
    private final long since;

    private Sighting(Object value, long since) {
      this.value = value;
      this.since = since;
    }
  }
}
