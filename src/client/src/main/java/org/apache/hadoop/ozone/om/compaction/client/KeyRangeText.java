// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.google.protobuf.ByteString;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;

/** Converts key ranges of the REST model to the text {@code BEGIN..END} and back. */
public final class KeyRangeText {
  private KeyRangeText() {
  }

  /**
   * @param tables the tables that the request names
   * @param text {@code BEGIN..END} if there is exactly one table, otherwise {@code TABLE:BEGIN..END}
   * @throws RefusedException BAD_REQUEST if it is not clear in which table the range lies, the text is not two keys, or
   *     the first key sorts after the second
   */
  public static KeyRange parse(List<String> tables, String text) throws RefusedException {
    CompactionProtos.KeyRange range = TargetKeyRange.parse(tables, text, TargetNames.OF_JOB);
    return new KeyRange().table(range.getTable()).begin(key(range.getBegin())).end(key(range.getEnd()));
  }

  private static Key key(ByteString bytes) {
    return new Key().text(KeyText.print(bytes.toByteArray())).base64(bytes.toByteArray());
  }

  public static String print(Key begin, Key end) {
    return begin.getText() + ".." + end.getText();
  }
}
