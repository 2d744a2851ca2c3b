// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Exact counts whose queue is full of other people's files: whatever joins it waits. */
public final class BusyScans {
  private final CountDownLatch done = new CountDownLatch(1);
  private final ExecutorService scanner = Executors.newSingleThreadExecutor();
  private final ExactCounts counts = new ExactCounts(ExactCounts.DEFAULT_MAX_PIECES,
      new ScanQueue(scanner, Long.MAX_VALUE, System::nanoTime));

  public BusyScans() {
    scanner.execute(() -> {
      try {
        done.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /** To be closed. */
  public ExactCounts counts() {
    return counts;
  }

  /** Lets the queue go on and waits until it is empty. */
  public void end() throws Exception {
    done.countDown();
    scanner.submit(() -> { }).get();
  }
}
