// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The first rows of an order behind a position, of any number of rows. Holds no more at a time than it gives. */
final class FirstRows<T> {
  private final RowOrder<T> order;
  private final RowPosition begin;
  private final int most;
  private final PriorityQueue<T> first;
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
    this.first = new PriorityQueue<>(order.reversed());
  }

  void take(T row) {
    all++;
    if (begin == null || order.position(row).compareTo(begin) > 0) {
      behindBegin++;
      if (first.size() < most) {
        first.add(row);
      } else if (order.compare(row, first.peek()) < 0) {
        first.poll();
        first.add(row);
      }
    }
  }

  /** All that were taken, whether they are kept or not. */
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
    rows.sort(order);
    return rows;
  }
}
