// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The spans of one census with their counts, in key order. A ring may have a million of them, and few are looked at for
 * longer than it takes to pass them over: each {@link SpanCensus} is made when it is asked for. Immutable once built.
 */
final class CensusSpans extends AbstractList<SpanCensus> implements RandomAccess {
  private final TableCensus census;
  private BucketSpan[] spans;
  private SpanCounts[] counts;
  private int[] slots;
  private int size;

  /** @param most how many spans there may be */
  CensusSpans(TableCensus census, int most) {
    this.census = census;
    spans = new BucketSpan[most];
    counts = new SpanCounts[most];
    slots = new int[most];
  }

  /** To be called in the order of slots. */
  void append(int slot, BucketSpan span, SpanCounts ofSpan) {
    slots[size] = slot;
    spans[size] = span;
    counts[size] = ofSpan;
    size++;
  }

  /** The span of a slot; null if no file overlaps it. */
  SpanCensus ofSlot(int slot) {
    int index = Arrays.binarySearch(slots, 0, size, slot);
    return index < 0 ? null : get(index);
  }

  @Override
  public SpanCensus get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException("Span " + index + " of " + size);
    }
    return SpanCensus.ofSlot(census, spans[index], counts[index], slots[index]);
  }

  @Override
  public int size() {
    return size;
  }
}
