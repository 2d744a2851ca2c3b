// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/** The bytes possible at one position of some keys, ascending. A byte's value as a digit is its rank among them. */
final class Alphabet {
  private static final String DIGITS = "0123456789";
  private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final int BYTES = 256;
  private static final Alphabet ALL_BYTES = range(0, BYTES - 1);
  /** The alphabets of common names, the smallest first. */
  private static final Alphabet[] USUAL = {of(DIGITS), of(DIGITS + "ABCDEF"), of(DIGITS + "abcdef"), of(CAPITALS),
      of(LETTERS), of(DIGITS + CAPITALS), of(DIGITS + LETTERS), of(DIGITS + CAPITALS + LETTERS),
      of("-" + DIGITS + CAPITALS + "_" + LETTERS), range(' ', '~'), ALL_BYTES};
  /** For each byte, one bit for each of the usual alphabets that have it. */
  private static final int[] USUAL_WITH = new int[BYTES];

  static {
    for (int i = 0; i < USUAL.length; i++) {
      for (byte symbol : USUAL[i].symbols) {
        USUAL_WITH[symbol & 0xFF] |= 1 << i;
      }
    }
  }

  private final byte[] symbols;
  private final short[] values = new short[BYTES];

  private Alphabet(byte[] symbols) {
    this.symbols = symbols;
    for (short i = 0; i < symbols.length; i++) {
      values[symbols[i] & 0xFF] = i;
    }
  }

  private static Alphabet of(String ascending) {
    byte[] symbols = new byte[ascending.length()];
    for (int i = 0; i < symbols.length; i++) {
      symbols[i] = (byte) ascending.charAt(i);
    }
    return new Alphabet(symbols);
  }

  private static Alphabet range(int first, int last) {
    byte[] symbols = new byte[last - first + 1];
    for (int i = 0; i < symbols.length; i++) {
      symbols[i] = (byte) (first + i);
    }
    return new Alphabet(symbols);
  }

  /**
   * The smallest usual alphabet that has all bytes which some keys have at a position. It is a single byte if all keys
   * have the same byte there, and that is no digit: names repeat words and separators, digits are equal by chance.
   *
   * @param lengths of each of these keys the length; bytes behind it count as missing
   */
  static Alphabet at(int position, byte[][] keys, int first, int[] lengths) {
    int usual = -1;
    int same = -1;
    boolean differ = false;
    for (int i = 0; i < lengths.length; i++) {
      int here = position < lengths[i] ? keys[first + i][position] & 0xFF : -1;
      differ |= i > 0 && here != same;
      same = here;
      usual &= here < 0 ? -1 : USUAL_WITH[here];
    }
    if (same < 0 && !differ) {
      return ALL_BYTES;
    }
    Alphabet smallest = USUAL[Integer.numberOfTrailingZeros(usual)];
    return differ || smallest == USUAL[0] ? smallest : range(same, same);
  }

  int size() {
    return symbols.length;
  }

  int value(byte symbol) {
    return values[symbol & 0xFF];
  }
}
