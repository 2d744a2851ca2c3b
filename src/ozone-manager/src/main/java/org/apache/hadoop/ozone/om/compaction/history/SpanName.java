// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.history;

import com.google.protobuf.ByteString;
import java.util.Objects;

/** What stays of a row's identity while its files and counts change. Immutable. */
public final class SpanName {
  private final String table;
  /** Null for the head of the table, whose keys change. */
  private final ByteString begin;

  private SpanName(String table, ByteString begin) {
    this.table = table;
    this.begin = begin;
  }

  /** The keys before the table's first live one. */
  public static SpanName headOf(String table) {
    return new SpanName(table, null);
  }

  /** @param begin the first key of the span, which is of a bucket or of none */
  public static SpanName of(String table, byte[] begin) {
    return new SpanName(table, ByteString.copyFrom(begin));
  }

  boolean isHead() {
    return begin == null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpanName && table.equals(((SpanName) other).table)
        && Objects.equals(begin, ((SpanName) other).begin);
  }

  @Override
  public int hashCode() {
    return Objects.hash(table, begin);
  }
}
