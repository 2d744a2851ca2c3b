// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.lsm.KeyOrder;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;

/**
 * The order of bucket spans in a list: largest upper bound first, or by name with unattributed spans last; equal ones
 * by table and key, so that no two rows are equal.
 */
final class BucketOrder implements Comparator<SpanCensus>, Serializable {
  private static final long serialVersionUID = 1L;
  private static final int FIELDS = 4;
  /** Sorts behind every name. */
  private static final String NO_NAME = "\uffff";

  private final BucketSort by;

  BucketOrder(BucketSort by) {
    this.by = by;
  }

  /** Where a row stands. Immutable. */
  static final class Position {
    private final double measure;
    private final String name;
    private final String table;
    private final byte[] begin;

    private Position(double measure, String name, String table, byte[] begin) {
      this.measure = measure;
      this.name = name;
      this.table = table;
      this.begin = begin;
    }

    private int against(Position other) {
      int order = Double.compare(other.measure, measure);
      order = order != 0 ? order : name.compareTo(other.name);
      order = order != 0 ? order : table.compareTo(other.table);
      return order != 0 ? order : KeyOrder.compare(begin, other.begin);
    }
  }

  @Override
  public int compare(SpanCensus a, SpanCensus b) {
    return position(a).against(position(b));
  }

  private Position position(SpanCensus row) {
    BucketSpan span = row.span();
    switch (by) {
      case RATIO:
        return new Position(row.tombstoneRatio().most(), "", span.table(), span.begin());
      case SIZE:
        return new Position(row.ownBytes() + row.sharedBytes(), "", span.table(), span.begin());
      case ENTRIES:
        return new Position(row.entries().most(), "", span.table(), span.begin());
      case NAME:
        return new Position(0, span.isAttributed() ? "/" + span.volume() + "/" + span.bucket() : NO_NAME,
            span.table(), span.begin());
      default:
        return new Position(row.tombstones().most(), "", span.table(), span.begin());
    }
  }

  String cursor(SpanCensus row) {
    Position position = position(row);
    return Cursor.write(by.name(), Cursor.bytes(Double.toString(position.measure)), Cursor.bytes(position.name),
        Cursor.bytes(position.table), position.begin);
  }

  /** Null at the first page. */
  Position position(Query query) throws ApiException {
    Cursor cursor = Cursor.read(query, by.name(), FIELDS);
    return cursor == null ? null
        : new Position(cursor.number(0), cursor.text(1), cursor.text(2), cursor.bytes(3));
  }

  /** @param rows in this order */
  int indexAfter(List<SpanCensus> rows, Position position) {
    int index = 0;
    while (index < rows.size() && position(rows.get(index)).against(position) <= 0) {
      index++;
    }
    return index;
  }
}
