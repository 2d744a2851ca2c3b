// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.apache.hadoop.ozone.admin.om.compaction.render.Progress;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;

/** Repeats a read until the OM has scanned, in the background, the SST files that exact counts need. */
public final class ExactReads {
  /** Time limit for repeating the read. A scan of a large database can take longer; then the known counts are shown. */
  private static final Duration LIMIT = Duration.ofMinutes(10);
  /** The end of a sentence about files whose scan was requested and has not ended. */
  public static final String AGAIN = " not scanned yet; repeat the command to go on.";
  /** The end of a sentence about files whose scan was not requested. */
  public static final String ADD_EXACT = " not scanned and may hide runs; add --exact to scan all that matter.";

  private ExactReads() {
  }

  /** Repeats the read. Returns the first answer with no file left to scan, or the last answer after ten minutes. */
  public static <T> T poll(Polling.Poll<T> poll, Function<T, Unscanned> unscanned, Surroundings surroundings,
      Progress progress) throws IOException {
    try {
      return new Polling(surroundings, LIMIT).until(poll.get(), poll, answer -> unscanned.apply(answer).files() == 0,
          answer -> progress.show(unscanned.apply(answer).progress()));
    } finally {
      progress.show("");
    }
  }
}
