// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Looks on, until it is closed, at how much disk a database takes and how fast this process writes. */
final class DiskWatch implements AutoCloseable {
  private static final long TICK_MILLIS = 20;
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Path IO = Path.of("/proc/self/io");

  private final OmDb db;
  private final long before;
  private final Thread thread = new Thread(this::watch, "benchmark-disk");
  private volatile boolean stopped;
  private volatile long most;
  private volatile double peakRate;

  /** Bytes that were written by a moment. */
  private record Written(long nanos, long bytes) { }

  DiskWatch(OmDb db) {
    this.db = db;
    before = db.sizeOnDisk();
    most = before;
    thread.start();
  }

  private void watch() {
    Deque<Written> window = new ArrayDeque<>();
    try {
      while (!stopped) {
        most = Math.max(most, db.sizeOnDisk());
        Written now = new Written(System.nanoTime(), writtenByProcess());
        window.add(now);
        while (now.nanos - window.peek().nanos > WINDOW_NANOS) {
          window.remove();
        }
        peakRate = Math.max(peakRate, (now.bytes - window.peek().bytes) * 1e9 / WINDOW_NANOS);
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** 0 where the system does not tell. */
  private static long writtenByProcess() {
    try {
      return Files.exists(IO) ? Files.readAllLines(IO).stream().filter(line -> line.startsWith("wchar: "))
          .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length()))).sum() : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Bytes of disk taken besides those at the begin, at most. */
  long temporaryBytes() {
    return most - before;
  }

  /** Bytes per second, over half a second, at most. */
  double peakRate() {
    return peakRate;
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
