// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Sorts spans by their first key. Comparing a hundred thousand keys byte by byte, with their long common prefixes,
 * would be most of a census. So the five bytes behind the common prefix are sorted as numbers, each with its span's
 * place below them; spans that agree in these bytes are sorted anew among themselves.
 */
final class SpanOrder {
  private static final int KEY_BYTES = 5;
  private static final int PLACE_BITS = Long.SIZE - KEY_BYTES * Byte.SIZE;
  /** Below this, plain comparison is quicker. */
  private static final int FEW = 8;

  private final BucketSpan[] spans;
  private final IntConsumer settled;

  private SpanOrder(BucketSpan[] spans, IntConsumer settled) {
    this.spans = spans;
    this.settled = settled;
  }

  /**
   * @param settled is told each place in ascending order, once its span is found: the cheapest moment to look at it
   * @throws IllegalArgumentException if there are more than 16,777,216 spans
   */
  static void sort(BucketSpan[] spans, IntConsumer settled) {
    if (spans.length > 1 << PLACE_BITS) {
      throw new IllegalArgumentException("A table cannot have more than 16,777,216 spans, but has " + spans.length);
    }
    new SpanOrder(spans, settled).sort(0, spans.length);
  }

  private void sort(int from, int to) {
    int depth = to - from < FEW ? 0 : commonPrefix(from, to);
    if (to - from < FEW || hasKeyOfLength(depth, from, to)) {
      Arrays.sort(spans, from, to, (a, b) -> Keys.compare(a.begin(), b.begin()));
      for (int i = from; i < to; i++) {
        settled.accept(i);
      }
      return;
    }
    long[] numbers = new long[to - from];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(spans[from + i].begin(), depth) << PLACE_BITS ^ Long.MIN_VALUE | i;
    }
    Arrays.sort(numbers);
    BucketSpan[] unordered = Arrays.copyOfRange(spans, from, to);
    int runBegin = from;
    for (int i = 0; i < numbers.length; i++) {
      spans[from + i] = unordered[(int) numbers[i] & (1 << PLACE_BITS) - 1];
      if (i + 1 == numbers.length || numbers[i] >> PLACE_BITS != numbers[i + 1] >> PLACE_BITS) {
        if (from + i > runBegin) {
          sort(runBegin, from + i + 1);
        } else {
          settled.accept(runBegin);
        }
        runBegin = from + i + 1;
      }
    }
  }

  private int commonPrefix(int from, int to) {
    byte[] first = spans[from].begin();
    int common = first.length;
    for (int i = from + 1; i < to && common > 0; i++) {
      byte[] key = spans[i].begin();
      int limit = Math.min(common, key.length);
      int same = 0;
      while (same < limit && key[same] == first[same]) {
        same++;
      }
      common = same;
    }
    return common;
  }

  private boolean hasKeyOfLength(int length, int from, int to) {
    for (int i = from; i < to; i++) {
      if (spans[i].begin().length == length) {
        return true;
      }
    }
    return false;
  }

  /** Five bytes as a number; bytes behind the end of the key count as 0. */
  private static long number(byte[] key, int depth) {
    long number = 0;
    for (int i = depth; i < depth + KEY_BYTES; i++) {
      number = number << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number;
  }
}
