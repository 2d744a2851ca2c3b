// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many requests are answered at the same time. As many more may wait a little; a request of a client that
 * has hung up ends meanwhile. Thread-safe.
 */
final class RequestPermits {
  private final Semaphore answering;
  private final Semaphore waiting;
  private final Duration patience;

  /**
   * @param atOnce   how many requests are answered at the same time, and how many wait at most
   * @param patience how long a request waits at most
   */
  RequestPermits(int atOnce, Duration patience) {
    this.answering = new Semaphore(atOnce, true);
    this.waiting = new Semaphore(atOnce);
    this.patience = patience;
  }

  /** Returns true once the request may be answered, false if it is to be refused. */
  boolean take() {
    if (answering.tryAcquire()) {
      return true;
    }
    if (!waiting.tryAcquire()) {
      return false;
    }
    try {
      return answering.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.release();
    }
  }

  /** Ends what {@link #take} has permitted. */
  void giveBack() {
    answering.release();
  }
}
