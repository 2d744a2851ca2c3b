// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;

/** The number of calls of some work since the OM started, and the sum of their durations. Thread-safe. */
public final class PlannerTimes {
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  @FunctionalInterface
  interface Work<T> {
    T done() throws DatabaseUnavailableException;
  }

  /** Calls the work; the call is counted even if the work fails. */
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

  /** The sum of the durations in milliseconds, over all threads. */
  public long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.sum());
  }
}
