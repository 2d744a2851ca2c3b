// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Keeps the rows of one page: the first rows behind a position. The caller may pass any number of rows in any sequence.
 */
final class FirstRows<T> {
  private final RowOrder<T> order;
  private final RowPosition begin;
  private final int most;
  private final PriorityQueue<T> first;
  /** Position of the kept row that is last in the order; null if no row is kept. */
  private RowPosition lastKept;
  private long behindBegin;
  private long all;

  /**
   * @param begin position of the last row of the page before; null for the first page
   * @param most  the maximum number of rows to keep, at least 1
   */
  FirstRows(RowOrder<T> order, RowPosition begin, int most) {
    this.order = order;
    this.begin = begin;
    this.most = most;
    this.first = new PriorityQueue<>(order.comparator().reversed());
  }

  void take(T row) {
    takeInOrder(row, 1, null);
  }

  /** Takes {@code count} rows in the page's order; {@code rows} makes one by its index, of which 0 is {@code row}. */
  void takeInOrder(T row, int count, IntFunction<T> rows) {
    all += count;
    int next = begin == null || isBehindBegin(row) ? 0
        : Keys.first(count, index -> index > 0 && isBehindBegin(rows.apply(index)));
    behindBegin += count - next;
    while (next < count && offer(next == 0 ? row : rows.apply(next))) {
      next++;
    }
  }

  private boolean isBehindBegin(T row) {
    return order.position(row).compareTo(begin) > 0;
  }

  /** Keeps a row if it is among the first so far; true if so. */
  private boolean offer(T row) {
    boolean room = first.size() < most;
    if (!room && (order.isBehind(row, lastKept) || order.position(row).compareTo(lastKept) >= 0)) {
      return false;
    }
    if (!room) {
      first.poll();
    }
    first.add(row);
    lastKept = order.position(first.peek());
    return true;
  }

  /** The number of all rows taken, including those that are not kept. */
  long count() {
    return all;
  }

  /** True if there are rows after those that are kept. */
  boolean areMore() {
    return behindBegin > first.size();
  }

  List<T> rows() {
    List<T> rows = new ArrayList<>(first);
    rows.sort(order.comparator());
    return rows;
  }
}
