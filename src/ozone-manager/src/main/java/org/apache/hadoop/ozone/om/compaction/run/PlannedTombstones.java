// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * Tombstones of all files that overlap the ranges of a plan, each file once: an upper bound, as files reach over the
 * edges of ranges.
 */
final class PlannedTombstones {
  private final Map<String, List<KeyRange>> ranges = new LinkedHashMap<>();

  PlannedTombstones(List<PlannedRange> planned) {
    for (PlannedRange range : planned) {
      ranges.computeIfAbsent(range.table(), table -> new ArrayList<>()).add(range.range());
    }
  }

  /** Names of the tables that have to be in the snapshot. */
  List<String> tables() {
    return new ArrayList<>(ranges.keySet());
  }

  long count(LsmSnapshot snapshot) {
    long tombstones = 0;
    for (Map.Entry<String, List<KeyRange>> table : ranges.entrySet()) {
      for (SstFile file : snapshot.table(table.getKey()).files()) {
        if (file.tombstones() > 0 && overlapsAny(file, table.getValue())) {
          tombstones += file.tombstones();
        }
      }
    }
    return tombstones;
  }

  private static boolean overlapsAny(SstFile file, List<KeyRange> ranges) {
    KeyRange span = new KeyRange(file.smallestKey(), file.largestKey());
    return ranges.stream().anyMatch(span::overlaps);
  }
}
