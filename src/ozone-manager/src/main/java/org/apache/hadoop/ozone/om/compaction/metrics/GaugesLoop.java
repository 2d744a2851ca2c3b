// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that measures all tables at a fixed interval and keeps the last reading. Thread-safe. */
public final class GaugesLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GaugesLoop.class);
  /** After this many intervals without a new reading, the last reading is no longer shown. */
  private static final int STALE_INTERVALS = 3;

  private final GaugesReader reader;
  private final Duration interval;
  private final BooleanSupplier over;
  private final ScheduledExecutorService thread;
  private final LongAdder taken = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private volatile GaugesReader.Gauges last;
  private volatile long lastBegan = System.nanoTime();
  private boolean failing;

  /**
   * @param interval from the end of one reading to the begin of the next; positive
   * @param over     returns true as soon as the OM has stopped
   */
  public GaugesLoop(String threadName, GaugesReader reader, Duration interval, BooleanSupplier over) {
    this.reader = reader;
    this.interval = interval;
    this.over = over;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, threadName);
      daemon.setDaemon(true);
      return daemon;
    });
  }

  /** Starts the thread; the first reading begins at once. */
  public void start() {
    thread.scheduleWithFixedDelay(this::round, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void round() {
    if (over.getAsBoolean()) {
      close();
      return;
    }
    long began = System.nanoTime();
    try {
      last = reader.take();
      lastBegan = began;
      nanos.add(System.nanoTime() - began);
      taken.increment();
      failing = false;
    } catch (DatabaseUnavailableException e) {
      LOG.debug("Gauges are not read, as this OM has no open database: {}", e.getMessage());
    } catch (Throwable e) {
      failed(e);
    }
  }

  /**
   * Counts a failed reading, and logs the first of consecutive failures. Throws nothing, because an exception would
   * silently end the executor.
   */
  private void failed(Throwable failure) {
    failed.increment();
    boolean first = !failing;
    failing = true;
    try {
      if (first) {
        LOG.warn("The gauges of tombstones for metrics cannot be read. They are read again every {} s; this is not"
            + " logged again before that succeeds.", interval.getSeconds(), failure);
      }
    } catch (Throwable e) {
      failing = false;
    }
  }

  /** Returns the last reading. Empty if there is none, if it is too old, or if its database is not open. */
  Optional<GaugesReader.Gauges> current() {
    GaugesReader.Gauges known = last;
    boolean stale = System.nanoTime() - lastBegan > STALE_INTERVALS * interval.toNanos();
    return known == null || stale || !reader.isOfOpenDatabase(known) ? Optional.empty() : Optional.of(known);
  }

  /** The number of seconds since the last successful reading began or, before the first one, since the OM started. */
  long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastBegan);
  }

  /** The number of successful readings since the OM started. */
  long taken() {
    return taken.sum();
  }

  /** The number of failed readings since the OM started. Readings that found no open database are not counted. */
  long failed() {
    return failed.sum();
  }

  /** Total duration of all successful readings, in milliseconds. */
  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.sum());
  }

  /**
   * Stops the thread without waiting for a running reading. The reading ends by itself within seconds, or as soon as
   * the database is closed.
   */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
