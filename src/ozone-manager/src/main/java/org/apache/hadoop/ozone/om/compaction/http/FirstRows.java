// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** The first rows of an order behind a position, of any number of rows. Holds no more at a time than it gives. */
final class FirstRows<T> {
  private final RowOrder<T> order;
  private final RowPosition begin;
  private final int most;
  private final PriorityQueue<T> first;
  /** The position of the last row that is kept; null if none is. */
  private RowPosition lastKept;
  private long behindBegin;
  private long all;

  /**
   * @param begin where the page before ended; null at the first page
   * @param most  rows to keep, at least 1
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

  /**
   * Takes rows that stand behind one another, as they are.
   *
   * @param row  the first
   * @param rows by place, the first one's is 0; only those are made that may be kept; not asked for a single row
   */
  void takeInOrder(T row, int count, IntFunction<T> rows) {
    all += count;
    int next = begin == null || isBehindBegin(row) ? 0
        : Keys.first(count, place -> place > 0 && isBehindBegin(rows.apply(place)));
    behindBegin += count - next;
    while (next < count && offer(next == 0 ? row : rows.apply(next))) {
      next++;
    }
  }

  private boolean isBehindBegin(T row) {
    return order.position(row).compareTo(begin) > 0;
  }

  /** False if it comes behind all that are kept, and there is no room. */
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

  /** The number of rows that were taken, kept or not. */
  long count() {
    return all;
  }

  /** Whether more rows follow those that are kept. */
  boolean areMore() {
    return behindBegin > first.size();
  }

  /** In order. */
  List<T> rows() {
    List<T> rows = new ArrayList<>(first);
    rows.sort(order.comparator());
    return rows;
  }
}
