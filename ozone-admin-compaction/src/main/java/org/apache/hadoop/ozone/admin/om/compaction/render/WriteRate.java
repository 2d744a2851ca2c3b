// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;

/** Says what {@code --max-write-rate} does where a step writes more bytes than it allows in a second. */
public final class WriteRate {
  private WriteRate() {
  }

  /**
   * Warns if the largest range may write more than the rate allows per second; otherwise empty.
   *
   * @param rate bytes per second; null for no limit
   * @param ranges the ranges of a preview, at least the largest one
   */
  public static Optional<String> remark(Long rate, List<RangeJson> ranges) {
    // A step belongs to one range, so the range's bound holds for the step.
    return ranges.stream().max(Comparator.comparingLong(WriteRate::most))
        .filter(range -> rate != null && most(range) > rate)
        .map(range -> "--max-write-rate " + Units.bytes(rate) + "/s is an average over the turn of an OM: RocksDB is"
            + " not slowed down inside of a step. By the preview one may write " + Units.bytes(most(range))
            + " at once, on " + range.getNodeId() + "; the turn pauses for up to "
            + DurationText.of(Duration.ofSeconds((most(range) + rate - 1) / rate)) + " behind it, also if it is"
            + " the last.");
  }

  private static long most(RangeJson range) {
    return RangeRendering.write(range).getHigh();
  }
}
