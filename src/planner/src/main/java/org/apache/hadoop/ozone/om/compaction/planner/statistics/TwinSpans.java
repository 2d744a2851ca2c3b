// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The spans of a table, followed by further spans. Most of a hundred thousand buckets lie in exactly the same files as
 * their neighbours and have the same counts ("twins"), so a caller that has examined one span can skip its twins.
 */
public final class TwinSpans extends AbstractList<SpanStatistics> implements RandomAccess {
  private final CountedSpans spans;
  private final List<SpanStatistics> more;

  TwinSpans(CountedSpans spans, List<SpanStatistics> more) {
    this.spans = spans;
    this.more = more;
  }

  /**
   * Finds the end of a row of neighbouring spans with the same counts (twins).
   *
   * @param list  any spans; twins are known only of {@link CountedSpans} and of this class
   * @param place index of the first span of the row to consider
   * @return index behind the last span that is certain to be a twin of the span at {@code place}; {@code place + 1} if
   *         none is
   */
  public static int end(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return ofTable == null || place >= ofTable.size() ? place + 1 : ofTable.endOfTwins(place);
  }

  /**
   * Finds how far a list is certain to be in key order.
   *
   * @return index behind the last span for which this is certain; at least {@code place + 1}
   */
  public static int endOfOrder(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return Math.max(place + 1, ofTable == null ? 0 : ofTable.size());
  }

  private static CountedSpans ofTable(List<SpanStatistics> list) {
    return list instanceof CountedSpans ? (CountedSpans) list
        : list instanceof TwinSpans ? ((TwinSpans) list).spans : null;
  }

  @Override
  public SpanStatistics get(int place) {
    return place < spans.size() ? spans.get(place) : more.get(place - spans.size());
  }

  @Override
  public int size() {
    return spans.size() + more.size();
  }
}
