// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/** The keys of many ranges of one table together, for questions about many files. Immutable. */
final class KeySpans {
  /** By first key; none overlaps another. */
  private final TreeMap<byte[], KeyRange> byBegin = new TreeMap<>(Keys::compare);

  KeySpans(Collection<KeyRange> ranges) {
    List<KeyRange> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparing(KeyRange::begin, Keys::compare));
    for (KeyRange range : sorted) {
      Map.Entry<byte[], KeyRange> last = byBegin.lastEntry();
      if (last == null || !last.getValue().overlaps(range)) {
        byBegin.put(range.begin(), range);
      } else if (Keys.compare(range.lastKey(), last.getValue().lastKey()) > 0) {
        byBegin.put(last.getKey(), new KeyRange(last.getKey(), range.lastKey()));
      }
    }
  }

  /** From the first to the last key of each file. */
  static KeySpans of(Collection<SstFile> files) {
    List<KeyRange> ranges = new ArrayList<>(files.size());
    files.forEach(file -> ranges.add(span(file)));
    return new KeySpans(ranges);
  }

  static KeyRange span(SstFile file) {
    return new KeyRange(file.smallestKey(), file.largestKey());
  }

  boolean overlap(SstFile file) {
    Map.Entry<byte[], KeyRange> before = byBegin.floorEntry(file.largestKey());
    return before != null && before.getValue().overlaps(span(file));
  }
}
