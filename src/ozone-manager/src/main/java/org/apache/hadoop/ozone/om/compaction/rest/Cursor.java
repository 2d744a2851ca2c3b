// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** The sort key of the last row of a page, as opaque text. The next page continues after this key. */
public final class Cursor {
  private static final char SEPARATOR = '.';

  private final byte[][] fields;

  private Cursor(byte[][] fields) {
    this.fields = fields;
  }

  /** {@code kind} names the list and its order; lists of another kind refuse the cursor. */
  public static String write(String kind, byte[]... fields) {
    StringBuilder text = new StringBuilder(encode(bytes(kind)));
    for (byte[] field : fields) {
      text.append(SEPARATOR).append(encode(field));
    }
    return text.toString();
  }

  public static byte[] bytes(String field) {
    return field.getBytes(StandardCharsets.UTF_8);
  }

  private static String encode(byte[] field) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(field);
  }

  /**
   * The cursor in a text; null if that is null. {@code fields} is the number of fields after the kind.
   *
   * @throws RefusedException if the text is no cursor of this kind
   */
  public static Cursor read(String text, String kind, int fields) throws RefusedException {
    if (text == null) {
      return null;
    }
    String[] encoded = text.split("[" + SEPARATOR + "]", -1);
    if (encoded.length != fields + 1 || !encoded[0].equals(encode(bytes(kind)))) {
      throw malformed();
    }
    byte[][] decoded = new byte[fields][];
    try {
      for (int i = 0; i < fields; i++) {
        decoded[i] = Base64.getUrlDecoder().decode(encoded[i + 1]);
      }
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
    return new Cursor(decoded);
  }

  /** Returns the refusal of a cursor that comes from another list, or from a list in another order. */
  public static RefusedException malformed() {
    return RefusedException.ofParameter("prevKey",
        "This is not the nextKey of a page of the same list in the same order: begin again without it.");
  }

  public byte[] bytes(int field) {
    return fields[field];
  }

  public String text(int field) {
    return new String(fields[field], StandardCharsets.UTF_8);
  }

  /** @throws RefusedException BAD_REQUEST if the field is no number */
  public double number(int field) throws RefusedException {
    try {
      return Double.parseDouble(text(field));
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }
}
