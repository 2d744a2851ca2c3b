// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;

/** Converts key ranges of the model to the text {@code BEGIN..END} and back. */
public final class KeyRangeText {
  private KeyRangeText() {
  }

  /** @throws RefusedException BAD_REQUEST if the text is not two keys, or the second comes before the first */
  public static KeyRange parse(String table, String text) throws RefusedException {
    try {
      org.apache.hadoop.ozone.om.compaction.key.KeyRange range =
          org.apache.hadoop.ozone.om.compaction.key.KeyRange.parse(text);
      return new KeyRange().table(table).begin(key(range.begin())).end(key(range.lastKey()));
    } catch (IllegalArgumentException e) {
      throw RefusedException.ofParameter("targets.keyRanges", e.getMessage() + ".");
    }
  }

  private static Key key(byte[] bytes) {
    return new Key().text(KeyText.print(bytes)).base64(bytes);
  }

  public static String print(Key begin, Key end) {
    return begin.getText() + ".." + end.getText();
  }
}
