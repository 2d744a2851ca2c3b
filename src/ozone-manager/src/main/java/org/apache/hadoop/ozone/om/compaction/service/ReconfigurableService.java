// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.conf.ReconfigurationHandler;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.conf.SettingsReader;

/**
 * The automatic service, with settings that may change while the OM runs. Each change replaces the service by a new
 * one. Thread-safe.
 *
 * @param <T> as of {@link AutoService}
 */
public final class ReconfigurableService<T> implements AutoCloseable {
  /** Delay of the first look after a change of settings. It is short so that the change shows soon. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Function<ServiceConfig, AutoService<T>> maker;
  private OzoneConfiguration conf;
  private volatile AutoService<T> current;
  private boolean closed;

  /** {@code conf} is not changed; {@code maker} makes a service that has not been started. */
  public ReconfigurableService(OzoneConfiguration conf, Function<ServiceConfig, AutoService<T>> maker) {
    this.conf = new OzoneConfiguration(conf);
    this.maker = maker;
    this.current = maker.apply(ServiceConfig.from(conf));
  }

  /** Starts the service. It plans for the first time after one interval, as an OM is busy just after its start. */
  public synchronized void start() {
    current.start(current.interval());
  }

  /**
   * Applies a setting and returns the value that is in effect then; null stands for the default.
   *
   * @throws IllegalArgumentException if the value is invalid; nothing changes then
   */
  public synchronized String reconfigure(String key, String value) {
    OzoneConfiguration changed = SettingsReader.with(conf, key, value);
    ServiceConfig config = ServiceConfig.from(changed);
    Optional<String> problem = config.problem(key);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(problem.get());
    }
    conf = changed;
    replace(config);
    return value;
  }

  /** Lets administrators change the settings by OM's reconfiguration. The service plans again after each change. */
  public void register(ReconfigurationHandler handler, CompactionConfig others) {
    ServiceConfig.keys().forEach(key -> handler.register(key, value -> reconfigure(key, value)));
    CompactionConfig.reconfigurableKeys().forEach(key -> handler.register(key, value -> {
      others.reconfigure(key, value);
      restart();
      return value;
    }));
  }

  private synchronized void restart() {
    replace(ServiceConfig.from(conf));
  }

  private void replace(ServiceConfig config) {
    if (!closed) {
      current.close();
      current = maker.apply(config);
      current.forgetCooldown();
      current.start(SOON);
    }
  }

  /** The service with the settings that are in effect. */
  public AutoService<T> current() {
    return current;
  }

  @Override
  public synchronized void close() {
    closed = true;
    current.close();
  }
}
