// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The spans of a census and others. Of a hundred thousand buckets most lie in the very same files as their neighbours,
 * and so have the same counts: whoever has looked at one need not look at its twins.
 */
public final class TwinSpans extends AbstractList<SpanCensus> implements RandomAccess {
  private final CensusSpans spans;
  private final List<SpanCensus> more;

  TwinSpans(CensusSpans spans, List<SpanCensus> more) {
    this.spans = spans;
    this.more = more;
  }

  /**
   * Where a row of neighbours with the same counts ends.
   *
   * @param list  the spans of a census, these, or any others
   * @param place of the first to look at
   * @return the place behind the last that is certainly its twin
   */
  public static int end(List<SpanCensus> list, int place) {
    CensusSpans ofCensus = list instanceof CensusSpans ? (CensusSpans) list
        : list instanceof TwinSpans ? ((TwinSpans) list).spans : null;
    return ofCensus == null || place >= ofCensus.size() ? place + 1 : ofCensus.endOfTwins(place);
  }

  @Override
  public SpanCensus get(int place) {
    return place < spans.size() ? spans.get(place) : more.get(place - spans.size());
  }

  @Override
  public int size() {
    return spans.size() + more.size();
  }
}
