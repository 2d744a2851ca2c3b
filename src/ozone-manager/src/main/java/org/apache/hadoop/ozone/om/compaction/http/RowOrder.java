// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.page.Cursor;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;

/** The order of a list's rows, and where a page of it ended. */
abstract class RowOrder<T> implements Comparator<T>, Serializable {
  private static final long serialVersionUID = 1L;

  private final String kind;

  /** @param kind tells this list in this order from others, see {@link Cursor} */
  RowOrder(String kind) {
    this.kind = kind;
  }

  /** Where a row stands. No two rows of a list stand at the same place. */
  abstract RowPosition position(T row);

  @Override
  public final int compare(T a, T b) {
    return position(a).compareTo(position(b));
  }

  final String cursor(T lastOfPage) {
    return position(lastOfPage).cursor(kind);
  }

  /** @return where the page before ended; null at the first page */
  final RowPosition begin(Parameters query) throws RefusedException {
    return RowPosition.read(query.text("prevKey"), kind);
  }

  /**
   * @param rows in this order
   * @param begin null at the first page
   * @return the index of the first row of the page
   */
  final int indexAfter(List<T> rows, RowPosition begin) {
    int index = 0;
    while (begin != null && index < rows.size() && position(rows.get(index)).compareTo(begin) <= 0) {
      index++;
    }
    return index;
  }
}
