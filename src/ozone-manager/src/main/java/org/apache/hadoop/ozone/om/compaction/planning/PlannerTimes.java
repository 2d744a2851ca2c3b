// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;

/** Counts how often something was done since the OM started, and the time of all together. Thread-safe. */
public final class PlannerTimes {
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** A piece of work that may fail. */
  @FunctionalInterface
  interface Work<T> {
    T done() throws DatabaseUnavailableException;
  }

  /** Does something, and counts it however it ends. */
  <T> T measure(Work<T> work) throws DatabaseUnavailableException {
    long began = System.nanoTime();
    try {
      return work.done();
    } finally {
      nanos.add(System.nanoTime() - began);
      count.increment();
    }
  }

  public long count() {
    return count.sum();
  }

  /** All together, of all threads. */
  public long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.sum());
  }
}
