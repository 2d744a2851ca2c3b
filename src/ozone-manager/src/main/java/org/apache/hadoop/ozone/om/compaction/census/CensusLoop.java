// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.census;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One daemon thread that takes a census at a fixed interval, and remembers the last one. Thread-safe. */
public final class CensusLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CensusLoop.class);
  /** After as many intervals a census tells of the past. */
  private static final int STALE_INTERVALS = 3;

  private final CensusReader reader;
  private final Duration interval;
  private final BooleanSupplier over;
  private final ScheduledExecutorService thread;
  private final LongAdder taken = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private volatile Census last;
  private volatile long lastBegan = System.nanoTime();
  private boolean failing;

  /**
   * @param interval from the end of one census to the next; positive
   * @param over     true once the OM has stopped, whoever stopped it
   */
  public CensusLoop(String threadName, CensusReader reader, Duration interval, BooleanSupplier over) {
    this.reader = reader;
    this.interval = interval;
    this.over = over;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, threadName);
      daemon.setDaemon(true);
      return daemon;
    });
  }

  /** The first census is taken at once. */
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
      LOG.debug("No census, as this OM has no open database: {}", e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      failed.increment();
      if (!failing) {
        LOG.warn("The census of tombstones for metrics has failed. It is taken again every {} s; this is not logged"
            + " again before one succeeds.", interval.getSeconds(), e);
      }
      failing = true;
    }
  }

  /** Empty until there is one, when it tells of the past, and once the OM has another database or none. */
  Optional<Census> current() {
    Census known = last;
    boolean stale = System.nanoTime() - lastBegan > STALE_INTERVALS * interval.toNanos();
    return known == null || stale || !reader.isOfOpenDatabase(known) ? Optional.empty() : Optional.of(known);
  }

  /** Seconds since the last census began; while there is none, since the OM started. */
  long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastBegan);
  }

  /** How many were taken since the OM started. */
  long taken() {
    return taken.sum();
  }

  /** How many failed; that the OM had no open database is no failure. */
  long failed() {
    return failed.sum();
  }

  /** How long all that were taken have lasted together. */
  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.sum());
  }

  /** Does not wait for a census under way: it ends by itself within seconds, or with the database. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
