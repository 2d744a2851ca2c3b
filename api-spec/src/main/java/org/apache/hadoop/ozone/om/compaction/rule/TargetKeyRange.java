// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import com.google.protobuf.ByteString;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;

/**
 * Parses and prints the key range that a request names. Its text is {@code BEGIN..END} if the request names exactly one
 * table, otherwise {@code TABLE:BEGIN..END}.
 */
public final class TargetKeyRange {
  private static final char BEHIND_TABLE = ':';

  private TargetKeyRange() {
  }

  /**
   * @param tables the tables that the request names
   * @throws RefusedException BAD_REQUEST if neither {@code tables} nor the text gives a single table, or the text is no
   *     range of keys
   */
  public static CompactionProtos.KeyRange parse(List<String> tables, String text, TargetNames names)
      throws RefusedException {
    int colon = tables.size() == 1 ? -1 : text.indexOf(BEHIND_TABLE);
    if (tables.size() != 1 && colon <= 0) {
      throw RefusedException.ofParameter(names.keyRanges(), "A key range lies in one table: name just that table, or"
          + " write TABLE" + BEHIND_TABLE + "BEGIN..END.");
    }
    try {
      KeyRange range = KeyRange.parse(text.substring(colon + 1));
      return CompactionProtos.KeyRange.newBuilder()
          .setTable(tables.size() == 1 ? tables.get(0) : text.substring(0, colon))
          .setBegin(ByteString.copyFrom(range.begin())).setEnd(ByteString.copyFrom(range.lastKey())).build();
    } catch (IllegalArgumentException e) {
      throw RefusedException.ofParameter(names.keyRanges(), e.getMessage() + ".");
    }
  }

  public static String print(CompactionProtos.KeyRange range) {
    return range.getTable() + BEHIND_TABLE + keys(range);
  }

  /** Prints {@code BEGIN..END}, without the table. */
  public static String keys(CompactionProtos.KeyRange range) {
    return new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray()).toString();
  }
}
