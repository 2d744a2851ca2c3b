// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that wait for OMs. Daemons, so that an OM that never answers does not keep a command from ending. */
public final class RingThreads {
  private static final int IDLE_SECONDS = 30;

  private RingThreads() {
  }

  /** @param most maximum number of threads; further tasks wait */
  public static ExecutorService pool(String name, int most) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(most, most, IDLE_SECONDS, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), task -> {
          Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
