// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** A table's spans and further ones. Callers skip neighbours in the same files ("twins"), which have equal counts. */
public final class TwinSpans extends AbstractList<SpanStatistics> implements RandomAccess {
  private final CountedSpans spans;
  private final List<SpanStatistics> more;

  TwinSpans(CountedSpans spans, List<SpanStatistics> more) {
    this.spans = spans;
    this.more = more;
  }

  /**
   * Index behind the last neighbour known to be a twin of the one at {@code index}; {@code index + 1} without twins.
   */
  public static int end(List<SpanStatistics> list, int index) {
    CountedSpans ofTable = ofTable(list);
    return ofTable == null || index >= ofTable.size() ? index + 1 : ofTable.endOfTwins(index);
  }

  /** The first index behind {@code index} from which on the list may not be in key order. */
  public static int endOfOrder(List<SpanStatistics> list, int index) {
    CountedSpans ofTable = ofTable(list);
    return Math.max(index + 1, ofTable == null ? 0 : ofTable.size());
  }

  private static CountedSpans ofTable(List<SpanStatistics> list) {
    return list instanceof CountedSpans ? (CountedSpans) list
        : list instanceof TwinSpans ? ((TwinSpans) list).spans : null;
  }

  @Override
  public SpanStatistics get(int index) {
    return index < spans.size() ? spans.get(index) : more.get(index - spans.size());
  }

  @Override
  public int size() {
    return spans.size() + more.size();
  }
}
