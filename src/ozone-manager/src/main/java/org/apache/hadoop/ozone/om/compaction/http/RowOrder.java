// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** The order of a list's rows, and where a page of it ended. */
final class RowOrder<T> {
  private final String kind;
  private final ToDoubleFunction<T> measure;
  private final Function<T, RowPosition> position;

  /**
   * @param kind     tells this list in this order from others, see {@link RowPosition#cursor}
   * @param measure  that of a row's position
   * @param position where a row stands; no two rows of a list stand at the same place
   */
  RowOrder(String kind, ToDoubleFunction<T> measure, Function<T, RowPosition> position) {
    this.kind = kind;
    this.measure = measure;
    this.position = position;
  }

  /** Whether a row certainly stands behind a position. Makes no position of its own, as there may be a million rows. */
  boolean isBehind(T row, RowPosition other) {
    return measure.applyAsDouble(row) < other.measure();
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

  /** @return where the page before ended; null at the first page */
  RowPosition begin(Parameters query) throws RefusedException {
    return RowPosition.read(query.text("prevKey"), kind);
  }
}
