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
   * Tells how far the neighbours of a span have the same counts (twins), so that a caller can skip them.
   *
   * @param list  any spans; twins are known only of {@link CountedSpans} and of this class
   * @param place index of the span
   * @return index behind the last neighbour that is certain to be a twin; {@code place + 1} if there is none
   */
  public static int end(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return ofTable == null || place >= ofTable.size() ? place + 1 : ofTable.endOfTwins(place);
  }

  /**
   * Tells how far a list, from an index on, is certain to be in key order.
   *
   * @param place the index
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
