// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Stock OM's own compaction of a whole table, by {@code ozone repair om compact} or its compaction service. RocksDB
 * lets nobody compact anything else meanwhile: a thread that asks for it waits inside RocksDB, where no cancel reaches
 * it. RocksDB does not tell, and OM keeps no note of it, so what its threads are at is looked for.
 */
final class ExclusiveCompaction {
  private static final String DOER = "org.apache.hadoop.ozone.om.service.CompactDBUtil";
  /** Who may be at it: the service, and what runs a CompletableFuture with many processors and with few. */
  private static final Pattern THREAD = Pattern.compile(".*CompactionService#\\d+|ForkJoinPool.*|Thread-\\d+");

  private ExclusiveCompaction() {
  }

  /** Whether one is under way, or waits in RocksDB for its turn, in this process. */
  static boolean isUnderWay() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[2 * all.activeCount() + 16];
    int count = all.enumerate(threads);
    return Arrays.stream(threads, 0, count).filter(thread -> THREAD.matcher(thread.getName()).matches())
        .flatMap(thread -> Arrays.stream(thread.getStackTrace())).anyMatch(call -> call.getClassName().equals(DOER));
  }
}
