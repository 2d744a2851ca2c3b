// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is left to force after a compactRange in default mode, which leaves bottommost files alone and may have moved a
 * file with tombstones to the bottom without rewriting it.
 */
public final class ForcedRewrite {
  private ForcedRewrite() {
  }

  /**
   * The bottommost files that overlap a range and hold tombstones, as ranges from smallest to largest key, neighbours
   * of a level joined. To be called with metadata read after the default-mode compaction of the range.
   *
   * @return in key order, not overlapping; empty if nothing needs to be forced
   */
  public static List<KeyRange> ranges(LsmTable table, KeyRange range) {
    FilesByKey files = new FilesByKey(table);
    List<SstFile> forced = new ArrayList<>();
    for (SstFile file : files.in(range.begin(), range.lastKey())) {
      if (file.tombstones() > 0 && files.in(file.smallestKey(), file.largestKey()).stream()
          .noneMatch(other -> other.level() > file.level())) {
        forced.add(file);
      }
    }
    forced.sort(FilesByKey.BY_KEY);
    List<KeyRange> ranges = new ArrayList<>();
    for (SstFile file : forced) {
      KeyRange next = new KeyRange(file.smallestKey(), file.largestKey());
      KeyRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last.overlaps(next)) {
        ranges.set(ranges.size() - 1, new KeyRange(last.begin(), Keys.max(last.lastKey(), next.lastKey())));
      } else {
        ranges.add(next);
      }
    }
    return Collections.unmodifiableList(ranges);
  }
}
