// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What readers have asked to have read in the background: one file at a time, on a thread of its own, at a bounded
 * rate, and only for as long as somebody goes on asking for it.
 */
final class ScanQueue implements AutoCloseable {
  private static final int MAX_WAITING = 20_000;
  private static final long IDLE_SECONDS = 60;
  /** A reader that waits for an answer asks every second or so. */
  static final long FORGOTTEN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final ExecutorService reader;
  private final ReadRateLimiter rateLimiter;
  private final LongSupplier nanoTime;
  /** When each was asked for last. */
  private final Map<String, Long> asked = new HashMap<>();
  private volatile boolean closed;

  /** @param bytesPerSecond positive */
  ScanQueue(long bytesPerSecond) {
    this(oneThread(), bytesPerSecond, System::nanoTime);
  }

  /** @param reader one thread; refuses what it has no room for */
  ScanQueue(ExecutorService reader, long bytesPerSecond, LongSupplier nanoTime) {
    this.reader = reader;
    this.rateLimiter = new ReadRateLimiter(bytesPerSecond, nanoTime);
    this.nanoTime = nanoTime;
  }

  private static ExecutorService oneThread() {
    ThreadPoolExecutor reader = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(MAX_WAITING), work -> {
          Thread thread = new Thread(work, "RangeCompaction-SstScan");
          thread.setDaemon(true);
          return thread;
        });
    reader.allowCoreThreadTimeOut(true);
    return reader;
  }

  /**
   * Asks for something, again or for the first time. Nothing happens if there are too many: who still wants it asks
   * again.
   *
   * @param read what is done if somebody still wants it by then; its result may be null
   * @param done is given the result, or null if nobody wanted it any more; may ask for the same again
   */
  <T> void ask(String what, Function<ScanWatch, T> read, Consumer<T> done) {
    synchronized (asked) {
      if (asked.put(what, nanoTime.getAsLong()) != null) {
        return;
      }
    }
    try {
      reader.execute(() -> run(what, read, done));
    } catch (RejectedExecutionException e) {
      forget(what);
    }
  }

  private <T> void run(String what, Function<ScanWatch, T> read, Consumer<T> done) {
    T result = null;
    try {
      Watch watch = new Watch(what);
      result = watch.isStopped() ? null : read.apply(watch);
    } finally {
      forget(what);
      done.accept(result);
    }
  }

  private void forget(String what) {
    synchronized (asked) {
      asked.remove(what);
    }
  }

  private boolean isWanted(String what) {
    synchronized (asked) {
      Long last = asked.get(what);
      return last != null && nanoTime.getAsLong() - last < FORGOTTEN_AFTER_NANOS;
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Stops what is being read, and begins nothing more. */
  @Override
  public void close() {
    closed = true;
    reader.shutdownNow();
    synchronized (asked) {
      asked.clear();
    }
  }

  /** Looks on while one thing is read. */
  private final class Watch implements ScanWatch {
    private final String what;

    Watch(String what) {
      this.what = what;
    }

    @Override
    public boolean isStopped() {
      return closed || !isWanted(what);
    }

    @Override
    public void hasRead(long bytes) {
      rateLimiter.keep(bytes, this::isStopped);
    }
  }
}
