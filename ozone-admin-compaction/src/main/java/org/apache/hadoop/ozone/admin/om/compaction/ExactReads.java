// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToIntFunction;

/** Exact mode: the OM scans shared SST files in the background, and the same question is asked until it is through. */
final class ExactReads<T> {
  /** How long a scan may stand still before it is given up. */
  static final Duration PATIENCE = Duration.ofMinutes(1);
  /** Said of files that were to be scanned. */
  static final String AGAIN = " not scanned yet; repeat the command to go on.";
  /** Said of files that nobody asked to have scanned. */
  static final String ADD_EXACT = " not scanned and may hide runs; add --exact to scan all that matter.";

  private final ToIntFunction<T> filesToScan;
  private final Surroundings surroundings;
  private int least = Integer.MAX_VALUE;
  private Instant since;

  private ExactReads(ToIntFunction<T> filesToScan, Surroundings surroundings) {
    this.filesToScan = filesToScan;
    this.surroundings = surroundings;
  }

  /** @return the answer with nothing left to scan, or the last one when the scan stands still */
  static <T> T poll(JobWait.Look<T> look, ToIntFunction<T> filesToScan, Surroundings surroundings, Progress progress)
      throws IOException {
    ExactReads<T> reads = new ExactReads<>(filesToScan, surroundings);
    try {
      return new JobWait(surroundings, null).until(look.get(), look, reads::isOver,
          answer -> progress.show(filesToScan.applyAsInt(answer) + " SST files left to scan"));
    } finally {
      progress.show("");
    }
  }

  private boolean isOver(T answer) {
    Instant now = surroundings.clock().instant();
    int left = filesToScan.applyAsInt(answer);
    if (left < least) {
      least = left;
      since = now;
    }
    return left == 0 || since.plus(PATIENCE).isBefore(now);
  }
}
