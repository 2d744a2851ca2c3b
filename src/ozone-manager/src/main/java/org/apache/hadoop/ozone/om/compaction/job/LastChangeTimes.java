// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;

/** Measures how long each key's value has not changed, by a monotonic clock; a new leader starts from 0. */
final class LastChangeTimes {
  private final LongSupplier steadyMillis;
  private final Map<String, Sighting> sightings = new HashMap<>();
  private final Set<String> asked = new HashSet<>();

  LastChangeTimes(LongSupplier steadyMillis) {
    this.steadyMillis = steadyMillis;
  }

  /** Records a key's value; returns the milliseconds since the key got it, 0 if it is new. */
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

  /** Has the next {@link #forgetUnasked} keep a key, for which nobody could ask this time. */
  void keep(String key) {
    asked.add(key);
  }

  /** Forgets the keys for which neither {@link #millis} nor {@link #keep} was called since the last call of this. */
  void forgetUnasked() {
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
