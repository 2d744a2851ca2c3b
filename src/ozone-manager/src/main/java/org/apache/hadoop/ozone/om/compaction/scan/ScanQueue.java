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
 * Reads SST files for requests in the background, at a limited rate. A file is read only while some client asks for it.
 */
final class ScanQueue implements AutoCloseable {
  private static final int MAX_WAITING = 20_000;
  private static final long IDLE_SECONDS = 60;
  /**
   * The scan of a file is dropped if no client has asked for it during this period. Clients that wait ask every second.
   */
  static final long FORGOTTEN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final ExecutorService reader;
  private final ReadRateLimiter rateLimiter;
  private final LongSupplier nanoTime;
  /** When each file was requested last. */
  private final Map<String, Long> asked = new HashMap<>();
  private volatile boolean closed;

  /** @param bytesPerSecond positive */
  ScanQueue(long bytesPerSecond) {
    this(oneThread(), bytesPerSecond, System::nanoTime);
  }

  /** @param reader executor with a single thread, which refuses tasks that its queue has no room for */
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
   * Drops the request if too many files wait. {@code read} is not called if no client wants the file any more, and may
   * return null; {@code done} takes the result, null if the file was not read.
   */
  <T> void ask(String file, Function<ScanWatch, T> read, Consumer<T> done) {
    synchronized (asked) {
      if (asked.put(file, nanoTime.getAsLong()) != null) {
        return;
      }
    }
    try {
      reader.execute(() -> run(file, read, done));
    } catch (RejectedExecutionException e) {
      forget(file);
    }
  }

  private <T> void run(String file, Function<ScanWatch, T> read, Consumer<T> done) {
    T result = null;
    try {
      Watch watch = new Watch(file);
      result = watch.isStopped() ? null : read.apply(watch);
    } finally {
      forget(file);
      // Comes after forget(file), because done may request the same file again.
      done.accept(result);
    }
  }

  private void forget(String file) {
    synchronized (asked) {
      asked.remove(file);
    }
  }

  private boolean isWanted(String file) {
    synchronized (asked) {
      Long last = asked.get(file);
      return last != null && nanoTime.getAsLong() - last < FORGOTTEN_AFTER_NANOS;
    }
  }

  @Override
  public void close() {
    closed = true;
    reader.shutdownNow();
    synchronized (asked) {
      asked.clear();
    }
  }

  /** Stops reading a file as soon as no client wants it, and keeps to the read rate. */
  private final class Watch implements ScanWatch {
    private final String file;

    Watch(String file) {
      this.file = file;
    }

    @Override
    public boolean isStopped() {
      return closed || !isWanted(file);
    }

    @Override
    public void hasRead(long bytes) {
      rateLimiter.throttle(bytes, this::isStopped);
    }
  }
}
