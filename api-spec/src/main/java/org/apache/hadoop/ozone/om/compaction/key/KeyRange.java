// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.key;

import java.util.Arrays;
import java.util.Objects;

/**
 * The keys from {@code begin} to {@code lastKey}, both inclusive, as RocksDB's compactRange takes them. Its text is
 * {@code BEGIN..END}, each side as {@link KeyText} prints it.
 */
public final class KeyRange {
  public static final String SEPARATOR = "..";

  private final byte[] begin;
  private final byte[] lastKey;

  /** @throws IllegalArgumentException if {@code begin} sorts after {@code lastKey} */
  public KeyRange(byte[] begin, byte[] lastKey) {
    this.begin = Objects.requireNonNull(begin, "begin");
    this.lastKey = Objects.requireNonNull(lastKey, "lastKey");
    if (Keys.compare(begin, lastKey) > 0) {
      throw new IllegalArgumentException("Key range " + this + " begins after it ends: swap the two keys");
    }
  }

  /**
   * Parses {@code BEGIN..END}.
   *
   * @throws IllegalArgumentException with a message for the user if the text is not two keys, or its first key sorts
   *     after its last one
   */
  public static KeyRange parse(String text) {
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new IllegalArgumentException("Key range '" + text + "' has no '..': write it as BEGIN..END");
    }
    String begin = text.substring(0, separator);
    String end = text.substring(separator + SEPARATOR.length());
    if (begin.isEmpty() || end.isEmpty()) {
      throw new IllegalArgumentException("Key range '" + text + "' has no " + (begin.isEmpty() ? "first" : "last")
          + " key: both sides of '..' are needed, a range without a bound is not accepted");
    }
    if (end.contains(SEPARATOR) || end.startsWith(".")) {
      throw new IllegalArgumentException("Key range '" + text + "' has more than one '..': a '.' that belongs to a key"
          + " and stands beside another '.' is written \\x2E");
    }
    return new KeyRange(KeyText.parse(begin), KeyText.parse(end));
  }

  public byte[] begin() {
    return begin;
  }

  public byte[] lastKey() {
    return lastKey;
  }

  public boolean contains(byte[] key) {
    return Keys.compare(begin, key) <= 0 && Keys.compare(key, lastKey) <= 0;
  }

  public boolean overlaps(KeyRange other) {
    return Keys.compare(begin, other.lastKey) <= 0 && Keys.compare(other.begin, lastKey) <= 0;
  }

  /** The smallest range that holds both ranges. */
  public KeyRange hull(KeyRange other) {
    return new KeyRange(Keys.min(begin, other.begin), Keys.max(lastKey, other.lastKey));
  }

  /** @throws IllegalArgumentException if the ranges have no key in common */
  public KeyRange intersection(KeyRange other) {
    return new KeyRange(Keys.max(begin, other.begin), Keys.min(lastKey, other.lastKey));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange && Arrays.equals(begin, ((KeyRange) other).begin)
        && Arrays.equals(lastKey, ((KeyRange) other).lastKey);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(begin) + Arrays.hashCode(lastKey);
  }

  /** Returns {@code BEGIN..END}. {@link #parse} refuses this text if one of the two keys is empty. */
  @Override
  public String toString() {
    return KeyText.print(begin) + SEPARATOR + KeyText.print(lastKey);
  }
}
