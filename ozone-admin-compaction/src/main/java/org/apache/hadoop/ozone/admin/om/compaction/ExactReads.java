// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import java.time.Duration;
import java.util.function.ToIntFunction;

/** Exact mode: the OM scans shared SST files in the background, and the same question is asked until it is through. */
final class ExactReads {
  private static final Duration MOST = Duration.ofMinutes(10);

  private ExactReads() {
  }

  /** @return the answer with nothing left to scan, or the last one after ten minutes */
  static <T> T poll(JobWait.Look<T> look, ToIntFunction<T> filesToScan, Surroundings surroundings, Progress progress)
      throws IOException {
    try {
      return new JobWait(surroundings, MOST).until(look.get(), look, answer -> filesToScan.applyAsInt(answer) == 0,
          answer -> progress.show(filesToScan.applyAsInt(answer) + " SST files left to scan"));
    } finally {
      progress.show("");
    }
  }
}
