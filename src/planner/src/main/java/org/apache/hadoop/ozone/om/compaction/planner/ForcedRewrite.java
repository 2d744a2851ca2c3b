// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * What is left to force after a compactRange in default mode, which leaves bottommost files alone and may have moved a
 * file with tombstones to the bottom without rewriting it.
 */
public final class ForcedRewrite {
  private ForcedRewrite() {
  }

  /**
   * The bottommost files that overlap a range and hold tombstones: for each its keys inside the range, and not more, as
   * keys outside could drag in files of upper levels. To be called with metadata read after the range was compacted.
   *
   * @return in key order; empty if nothing needs to be forced
   */
  public static List<KeyRange> ranges(LsmTable table, KeyRange range) {
    FilesByKey files = new FilesByKey(table);
    List<KeyRange> ranges = new ArrayList<>();
    for (SstFile file : files.in(range.begin(), range.lastKey())) {
      if (file.tombstones() > 0 && file.level() > 0) {
        byte[] begin = Keys.max(range.begin(), file.smallestKey());
        byte[] last = Keys.min(range.lastKey(), file.largestKey());
        if (files.in(begin, last).stream().noneMatch(other -> other.level() > file.level())) {
          ranges.add(new KeyRange(begin, last));
        }
      }
    }
    ranges.sort(Comparator.comparing(KeyRange::begin, Keys::compare));
    return Collections.unmodifiableList(ranges);
  }
}
