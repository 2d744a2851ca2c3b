// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that runs a round whenever the jobs have changed, and at least once a second. */
public final class CompactionLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionLoop.class);
  private static final long TICK_MS = 1000;

  /** One round of work. */
  public interface Round {
    /** May take long; must end soon after its thread is interrupted. */
    void run() throws InterruptedException;
  }

  private final JobRegistry registry;
  private final Round round;
  private final BooleanSupplier over;
  private final Thread thread;

  /** @param over true once the OM has stopped */
  public CompactionLoop(String threadName, JobRegistry registry, Round round, BooleanSupplier over) {
    this.registry = registry;
    this.round = round;
    this.over = over;
    this.thread = new Thread(this::loop, threadName);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((ended, error) ->
        LOG.error("{} has ended: this OM takes no part in range compaction until it is restarted", threadName, error));
  }

  public void start() {
    thread.start();
  }

  private void loop() {
    long seen = -1;
    try {
      while (!over.getAsBoolean()) {
        registry.awaitChange(seen, TICK_MS);
        seen = registry.changes();
        try {
          round.run();
        } catch (RuntimeException | LinkageError e) {
          LOG.error("{}: this round failed, the next one starts in a second", thread.getName(), e);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{} ends", thread.getName());
    }
  }

  /** Interrupts the round without waiting for it: a running compactRange ends only with the database. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
