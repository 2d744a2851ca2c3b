// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that measures all tables at a fixed interval, and metrics of its last reading, on {@code /prom} as
 * {@code range_compaction_*}. Thread-safe.
 */
public final class GaugesLoop implements MetricsSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GaugesLoop.class);
  private static final MetricsInfo TABLE = Interns.info("table", "As in om.db");
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
    thread.scheduleWithFixedDelay(this::read, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void read() {
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

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    collector.addRecord(MetricsSources.RECORD)
        .addGauge(Interns.info("GaugesAgeSeconds", "Since the last reading of tables, or the start of this OM"),
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastBegan))
        .addCounter(Interns.info("GaugesReadings", "Readings"), taken.sum())
        .addCounter(Interns.info("GaugesFailed", "Readings that failed"), failed.sum())
        .addCounter(Interns.info("GaugesMillis", "Time that those taken have lasted"),
            TimeUnit.NANOSECONDS.toMillis(nanos.sum()));
    current().ifPresent(known -> known.tables().forEach((table, figures) ->
        addTable(collector.addRecord(MetricsSources.RECORD).tag(TABLE, table), figures.known())));
  }

  private static void addTable(MetricsRecordBuilder record, Map<MetricsInfo, Number> figures) {
    figures.forEach((figure, value) -> {
      if (value instanceof Double) {
        record.addGauge(figure, value.doubleValue());
      } else {
        record.addGauge(figure, value.longValue());
      }
    });
  }

  /** Does not wait for a running reading, which ends within seconds, or as soon as the database is closed. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
