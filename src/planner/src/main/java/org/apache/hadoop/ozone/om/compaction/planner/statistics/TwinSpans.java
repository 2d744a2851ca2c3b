// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The spans of a table and others. Of a hundred thousand buckets most lie in the very same files as their neighbours,
 * and so have the same counts: a caller that has looked at one need not look at its twins.
 */
public final class TwinSpans extends AbstractList<SpanStatistics> implements RandomAccess {
  private final CountedSpans spans;
  private final List<SpanStatistics> more;

  TwinSpans(CountedSpans spans, List<SpanStatistics> more) {
    this.spans = spans;
    this.more = more;
  }

  /**
   * The end of a row of neighbours with the same counts.
   *
   * @param list  the spans of a table, these, or any others
   * @param place of the first to look at
   * @return the place behind the last that is certainly its twin
   */
  public static int end(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return ofTable == null || place >= ofTable.size() ? place + 1 : ofTable.endOfTwins(place);
  }

  /** The place behind those that certainly stand in the order of their keys, from some place on. */
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
