// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.overlap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;

/**
 * Decides whether two jobs name a key in common, by one sweep over the ranges of both in order of table and begin. A
 * job may name a thousand ranges and is compared with each open job when it is applied; comparing pairs would take
 * seconds.
 */
final class RangeSweep {
  private static final Comparator<Range> IN_ORDER = Comparator.<Range, String>comparing(range -> range.table)
      .thenComparing(range -> range.begin, Keys::compare);

  private Range furthestOfA;
  private Range furthestOfB;

  private RangeSweep() {
  }

  /** A range with its keys copied once, as comparing them is most of the work. Both ends are inclusive. */
  private static final class Range {
    private final String table;
    private final byte[] begin;
    private final byte[] end;
    private final boolean ofA;

    private Range(KeyRange range, boolean ofA) {
      this.table = range.getTable();
      this.begin = range.getBegin().toByteArray();
      this.end = range.getEnd().toByteArray();
      this.ofA = ofA;
    }

    private boolean reaches(Range later) {
      return table.equals(later.table) && Keys.compare(later.begin, end) <= 0;
    }
  }

  /** @param as valid ranges of one job, each with begin &le; end; {@code bs} likewise of the other */
  static boolean meet(List<KeyRange> as, List<KeyRange> bs) {
    List<Range> ranges = new ArrayList<>(as.size() + bs.size());
    as.forEach(range -> ranges.add(new Range(range, true)));
    bs.forEach(range -> ranges.add(new Range(range, false)));
    ranges.sort(IN_ORDER);
    RangeSweep sweep = new RangeSweep();
    return ranges.stream().anyMatch(sweep::meetsTheOther);
  }

  private boolean meetsTheOther(Range range) {
    Range other = range.ofA ? furthestOfB : furthestOfA;
    if (other != null && other.reaches(range)) {
      return true;
    }
    if (range.ofA) {
      furthestOfA = further(furthestOfA, range);
    } else {
      furthestOfB = further(furthestOfB, range);
    }
    return false;
  }

  private static Range further(Range known, Range range) {
    return known != null && known.table.equals(range.table) && Keys.compare(known.end, range.end) >= 0 ? known : range;
  }
}
