// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.Range;

/** Warns of a step that writes more bytes than {@code --max-write-rate} allows in a second. */
public final class WriteRate {
  private WriteRate() {
  }

  /**
   * Warns if the largest range may write more than the rate allows per second; otherwise empty.
   *
   * @param rate bytes per second; null for no limit
   * @param ranges the ranges of a preview, at least the largest one
   */
  public static Optional<String> remark(Long rate, List<Range> ranges) {
    // A step belongs to one range, so the range's bound holds for the step.
    long largest = ranges.stream().mapToLong(range -> RangeRendering.write(range).getHigh()).max().orElse(0);
    return rate == null || largest <= rate ? Optional.empty()
        : Optional.of("--max-write-rate " + Units.bytes(rate) + "/s is an average that holds between steps only, as"
            + " RocksDB is not slowed down inside of one. By the preview the largest step writes up to "
            + Units.bytes(largest) + " at once; then the turn pauses.");
  }
}
