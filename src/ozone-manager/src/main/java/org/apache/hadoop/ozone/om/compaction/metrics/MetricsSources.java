// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the add-on's sources in Hadoop's metrics system. Catches their errors, because an error would end Hadoop's
 * thread for metrics.
 */
public final class MetricsSources implements AutoCloseable {
  /** Name of the records of all sources. On {@code /prom}, names of metrics begin with {@code range_compaction_}. */
  public static final String RECORD = "RangeCompaction";
  private static final Logger LOG = LoggerFactory.getLogger(MetricsSources.class);

  private final List<String> names = new ArrayList<>();

  /** Registers a source until {@link #close}. */
  public void register(String name, String description, MetricsSource source) {
    DefaultMetricsSystem.instance().register(name, description, guarded(name, source));
    names.add(name);
  }

  static MetricsSource guarded(String name, MetricsSource source) {
    AtomicBoolean failed = new AtomicBoolean();
    return (collector, all) -> {
      try {
        source.getMetrics(collector, all);
      } catch (RuntimeException | LinkageError e) {
        if (failed.compareAndSet(false, true)) {
          LOG.error("Metrics of {} are missing; this is not logged again", name, e);
        }
      }
    };
  }

  @Override
  public void close() {
    names.forEach(DefaultMetricsSystem.instance()::unregisterSource);
  }
}
