// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.key;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Converts keys to text and back without loss. Users can paste the text into a shell between single quotes. Bytes that
 * a shell, a terminal or {@link KeyRange} could misread become {@code \xHH}.
 */
public final class KeyText {
  private static final String ESCAPE = "\\x";
  private static final int ESCAPE_LENGTH = 4;
  private static final int HEX = 16;
  private static final String HEX_DIGITS = "0123456789ABCDEF";

  private KeyText() {
  }

  /** The text of a key. {@link #parse} turns this text back into exactly the same bytes. */
  public static String print(byte[] key) {
    StringBuilder text = new StringBuilder(key.length);
    int at = 0;
    while (at < key.length) {
      int length = lengthOfCharacter(key[at]);
      String character = at + length <= key.length ? new String(key, at, length, StandardCharsets.UTF_8) : "";
      boolean utf8 = Arrays.equals(character.getBytes(StandardCharsets.UTF_8),
          Arrays.copyOfRange(key, at, Math.min(key.length, at + length)));
      if (utf8 && (key[at] == '.' ? isLoneDot(key, at) : isPlain(character.codePointAt(0)))) {
        text.append(character);
        at += length;
      } else {
        int end = utf8 ? at + length : at + 1;
        for (; at < end; at++) {
          text.append(ESCAPE).append(HEX_DIGITS.charAt(key[at] >> 4 & 0xF)).append(HEX_DIGITS.charAt(key[at] & 0xF));
        }
      }
    }
    return text.toString();
  }

  /**
   * Returns the key for a text of {@link #print}. Also accepts plain characters for which {@code print} writes an
   * escape, except the backslash.
   *
   * @throws IllegalArgumentException with a message for the user, if the text is malformed
   */
  public static byte[] parse(String text) {
    ByteArrayOutputStream key = new ByteArrayOutputStream(text.length());
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (character == '\\') {
        key.write(parseEscape(text, at));
        at += ESCAPE_LENGTH;
      } else {
        if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
          throw new IllegalArgumentException("Key '" + text + "' holds half a surrogate pair at character " + (at + 1)
              + ", which no bytes stand for");
        }
        byte[] bytes = new String(Character.toChars(character)).getBytes(StandardCharsets.UTF_8);
        key.write(bytes, 0, bytes.length);
        at += Character.charCount(character);
      }
    }
    return key.toByteArray();
  }

  private static int parseEscape(String text, int at) {
    if (text.startsWith(ESCAPE, at) && at + ESCAPE_LENGTH <= text.length()) {
      int high = Character.digit(text.charAt(at + 2), HEX);
      int low = Character.digit(text.charAt(at + 3), HEX);
      if (high >= 0 && low >= 0) {
        return high * HEX + low;
      }
    }
    throw new IllegalArgumentException("Key '" + text + "' has a backslash at character " + (at + 1)
        + " that does not begin \\xHH with two hexadecimal digits; a backslash itself is written \\x5C");
  }

  private static int lengthOfCharacter(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    int bits = lead & 0xFF;
    return bits < 0xE0 ? 2 : bits < 0xF0 ? 3 : 4;
  }

  /** True for a single dot inside the key. Other dots could be taken for a {@link KeyRange#SEPARATOR}. */
  private static boolean isLoneDot(byte[] key, int at) {
    return at > 0 && at + 1 < key.length && key[at - 1] != '.' && key[at + 1] != '.';
  }

  private static boolean isPlain(int character) {
    switch (character) {
      case '\\':
      case '\'':
      case '"':
      case '`':
        return false;
      default:
        break;
    }
    switch (Character.getType(character)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
      case Character.SPACE_SEPARATOR:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
        return false;
      default:
        return true;
    }
  }
}
