// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** The order of the rows of a list, and the positions of rows in it. */
final class RowOrder<T> {
  private final String kind;
  private final ToDoubleFunction<T> sortKey;
  private final Function<T, RowPosition> position;

  /**
   * @param kind     names this list and order, see {@link RowPosition#cursor}
   * @param sortKey  returns the figure by which rows are sorted first, descending; equals the {@link
   *     RowPosition#sortKey} of the row's position
   * @param position returns the position of a row; no two rows have the same position
   */
  RowOrder(String kind, ToDoubleFunction<T> sortKey, Function<T, RowPosition> position) {
    this.kind = kind;
    this.sortKey = sortKey;
    this.position = position;
  }

  /** By the sort key alone, without a position object, because there may be a million rows. */
  boolean isBehind(T row, RowPosition other) {
    return sortKey.applyAsDouble(row) < other.sortKey();
  }

  RowPosition position(T row) {
    return position.apply(row);
  }

  Comparator<T> comparator() {
    return Comparator.comparing(position);
  }

  String cursor(T lastOfPage) {
    return position(lastOfPage).cursor(kind);
  }

  /**
   * Returns the position after which a page begins: that of the last row of the page before. Null for the first page.
   */
  RowPosition begin(Parameters query) throws RefusedException {
    return RowPosition.read(query.text("prevKey"), kind);
  }
}
