// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * The spans of a table with their counts, in key order. Neighbouring spans in the same files ("twins") are stored once,
 * because there may be a million spans. Immutable after it is built.
 */
public final class CountedSpans extends AbstractList<SpanStatistics> implements RandomAccess {
  private static final int FIRST_ROOM = 64;

  private final TableFiles table;
  private final SpanSlots slots;
  private SpanCounts[] counts = new SpanCounts[FIRST_ROOM];
  /**
   * The slot of the first span of each row. A row is a gap, or neighbouring spans with the same counts. A slot is a
   * number that {@link SpanSlots} gives to a span or gap.
   */
  private int[] firstSlots = new int[FIRST_ROOM];
  private int[] firstIndexes = new int[FIRST_ROOM];
  /** The keys of each row that is a gap between known spans; null for a row of known spans. */
  private BucketSpan[] gaps = new BucketSpan[FIRST_ROOM];
  private int rows;
  private int size;
  /**
   * The row of the last access. The next access first tries this row, then the row after it, and only then searches.
   */
  private int lastRow;

  CountedSpans(TableFiles table, SpanSlots slots) {
    this.table = table;
    this.slots = slots;
  }

  /** Adds the known spans up to {@code endSlot}, exclusive, with equal counts; calls must be in the order of slots. */
  void append(int firstSlot, int endSlot, SpanCounts ofSpans) {
    int first = SpanSlots.isGap(firstSlot) ? firstSlot + 1 : firstSlot;
    if (first < endSlot) {
      begin(first, null, ofSpans);
      size += (endSlot - first + 1) / 2;
    }
  }

  /** Adds a gap between known spans. Calls must come in the order of slots, together with those of {@link #append}. */
  void appendGap(int slot, BucketSpan span, SpanCounts ofSpan) {
    begin(slot, span, ofSpan);
    size++;
  }

  private void begin(int slot, BucketSpan gap, SpanCounts ofSpans) {
    if (rows == counts.length) {
      counts = Arrays.copyOf(counts, 2 * rows);
      firstSlots = Arrays.copyOf(firstSlots, 2 * rows);
      firstIndexes = Arrays.copyOf(firstIndexes, 2 * rows);
      gaps = Arrays.copyOf(gaps, 2 * rows);
    }
    firstSlots[rows] = slot;
    firstIndexes[rows] = size;
    gaps[rows] = gap;
    counts[rows] = ofSpans;
    rows++;
  }

  /** The statistics of a slot; null if no file overlaps it, or if {@code slot} is negative. */
  SpanStatistics ofSlot(int slot) {
    int found = Arrays.binarySearch(firstSlots, 0, rows, slot);
    int row = found >= 0 ? found : -found - 2;
    int behind = row < 0 ? 0 : firstSlots[row] + 2 * (endOf(row) - firstIndexes[row]);
    return row < 0 || slot >= behind || (slot - firstSlots[row]) % 2 != 0 ? null : of(row, slot);
  }

  int rows() {
    return rows;
  }

  boolean isGap(int row) {
    return gaps[row] != null;
  }

  /** Index of the first span of a row. */
  int begin(int row) {
    return firstIndexes[row];
  }

  /** Index behind the last span of a row. */
  int endOf(int row) {
    return row + 1 < rows ? firstIndexes[row + 1] : size;
  }

  /** Index behind the last span with the same counts as the one at {@code index}. */
  int endOfTwins(int index) {
    return endOf(rowOf(index));
  }

  @Override
  public SpanStatistics get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("Span " + index + " of " + size);
    }
    int row = rowOf(index);
    return of(row, firstSlots[row] + 2 * (index - firstIndexes[row]));
  }

  private int rowOf(int index) {
    int row = lastRow;
    if (index < firstIndexes[row] || index >= endOf(row)) {
      row = row + 1 < rows && index >= firstIndexes[row + 1] && index < endOf(row + 1) ? row + 1 : search(index);
      lastRow = row;
    }
    return row;
  }

  private int search(int index) {
    int found = Arrays.binarySearch(firstIndexes, 0, rows, index);
    return found >= 0 ? found : -found - 2;
  }

  private SpanStatistics of(int row, int slot) {
    return new SpanStatistics(table, gaps[row] == null ? slots.span(slot) : gaps[row], counts[row]);
  }

  @Override
  public int size() {
    return size;
  }
}
