// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that runs some work whenever the jobs have changed, and at least once per second. It survives all
 * errors except an interruption, because nothing would restart the thread.
 */
public final class CompactionLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionLoop.class);
  private static final long TICK_MS = 1000;

  /** The work that the loop repeats. */
  public interface Task {
    /** Does the work. May take long, but has to end soon after its thread is interrupted. */
    void run() throws InterruptedException;
  }

  private final JobRegistry registry;
  private final Task task;
  private final BooleanSupplier over;
  private final Thread thread;
  private final LogThrottle failures = new LogThrottle();

  /** @param over true as soon as the OM has stopped */
  public CompactionLoop(String threadName, JobRegistry registry, Task task, BooleanSupplier over) {
    this.registry = registry;
    this.task = task;
    this.over = over;
    this.thread = new Thread(this::loop, threadName);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void loop() {
    long seen = -1;
    try {
      while (!over.getAsBoolean()) {
        try {
          registry.awaitChange(seen, TICK_MS);
          seen = registry.changes();
          task.run();
          failures.succeeded();
        } catch (InterruptedException e) {
          throw e;
        } catch (Throwable e) {
          failed(e);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{} ends", thread.getName());
    }
  }

  private void failed(Throwable failure) throws InterruptedException {
    try {
      if (failures.failed()) {
        LOG.error("{}: this time it failed, the next one starts in a second", thread.getName(), failure);
      }
    } catch (Throwable e) {
      // There is too little memory even for a line in the log. The next attempt may have enough.
    }
    Thread.sleep(TICK_MS);
  }

  /** Interrupts the work and returns at once. A running compactRange ends only when it is done or OM closes RocksDB. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
