// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * Sorts spans by their first key. Comparing a hundred thousand keys byte by byte, with their long common prefixes,
 * would be most of the work. So the five bytes behind the common prefix are sorted as numbers, each with its span's
 * place below them, byte by byte from the last to the first; spans that agree in these bytes are sorted anew among
 * themselves. Keys lie all over the heap: each is looked up once in a round.
 */
final class SpanOrder {
  private static final int KEY_BYTES = 5;
  private static final int PLACE_BITS = Long.SIZE - KEY_BYTES * Byte.SIZE;
  private static final int BYTE_VALUES = 1 << Byte.SIZE;
  /** Below this, plain comparison is quicker. */
  private static final int FEW = 8;
  /** So many keys are fetched at once, so that waiting for memory is shared. */
  private static final int AT_ONCE = 64;
  /** The number of keys from which the common prefix is guessed. */
  private static final int SAMPLE = 16;

  private final BucketSpan[] spans;
  private final IntConsumer settled;
  /** Room to work in, each at the places of the spans that are being sorted. */
  private final BucketSpan[] unordered;
  private final long[] numbers;
  private final long[] spare;
  private final int[] nextOfByte = new int[BYTE_VALUES];

  private SpanOrder(BucketSpan[] spans, IntConsumer settled) {
    this.spans = spans;
    this.settled = settled;
    this.unordered = new BucketSpan[spans.length];
    this.numbers = new long[spans.length];
    this.spare = new long[spans.length];
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
    if (to - from < FEW || !number(from, to)) {
      Arrays.sort(spans, from, to, (a, b) -> Keys.compare(a.begin(), b.begin()));
      for (int i = from; i < to; i++) {
        settled.accept(i);
      }
      return;
    }
    sortNumbers(from, to);
    System.arraycopy(spans, from, unordered, from, to - from);
    for (int i = from; i < to; i++) {
      spans[i] = unordered[from + ((int) numbers[i] & (1 << PLACE_BITS) - 1)];
    }
    int runBegin = from;
    for (int i = from; i < to; i++) {
      if (i + 1 == to || numbers[i] >> PLACE_BITS != numbers[i + 1] >> PLACE_BITS) {
        if (i > runBegin) {
          sort(runBegin, i + 1);
        } else {
          settled.accept(i);
        }
        runBegin = i + 1;
      }
    }
  }

  /** Numbers keys by what follows their common prefix; false if nothing follows in one of them. */
  private boolean number(int from, int to) {
    byte[] first = spans[from].begin();
    int guess = first.length;
    int step = Math.max(1, (to - from) / SAMPLE);
    for (int i = from; i < to; i += step) {
      guess = commonPrefix(first, spans[i].begin(), guess);
    }
    int common = guess;
    do {
      guess = common;
      common = number(from, to, guess);
    } while (common < guess && common >= 0);
    return common >= 0;
  }

  /**
   * Numbers keys by what follows a prefix.
   *
   * @return the length of the prefix; less if the keys have less in common, negative if one has no more than that
   */
  private int number(int from, int to, int prefix) {
    byte[] first = spans[from].begin();
    for (int block = from; block < to; block += AT_ONCE) {
      int behind = Math.min(to, block + AT_ONCE);
      int shortest = Integer.MAX_VALUE;
      for (int i = block; i < behind; i++) {
        shortest = Math.min(shortest, spans[i].begin().length);
      }
      for (int i = block; i < behind; i++) {
        byte[] key = spans[i].begin();
        int common = commonPrefix(first, key, prefix);
        if (common < prefix) {
          return common;
        }
        numbers[i] = number(key, prefix) << PLACE_BITS | i - from;
      }
      if (shortest <= prefix) {
        return -1;
      }
    }
    return prefix;
  }

  /** Length of the common prefix of two keys, at most {@code most}. */
  private static int commonPrefix(byte[] a, byte[] b, int most) {
    int limit = Math.min(most, b.length);
    int common = 0;
    while (common < limit && a[common] == b[common]) {
      common++;
    }
    return common;
  }

  /** Five bytes as a number; bytes behind the end of the key count as 0. */
  private static long number(byte[] key, int depth) {
    long number = 0;
    for (int i = depth; i < depth + KEY_BYTES; i++) {
      number = number << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number;
  }

  /** Passes over bytes that all numbers share. */
  private void sortNumbers(int from, int to) {
    long differing = 0;
    for (int i = from; i < to; i++) {
      differing |= numbers[i] ^ numbers[from];
    }
    long[] sorted = numbers;
    long[] next = spare;
    for (int shift = PLACE_BITS; shift < Long.SIZE; shift += Byte.SIZE) {
      if (byteAt(shift, differing) != 0) {
        distribute(sorted, next, from, to, shift);
        long[] swap = sorted;
        sorted = next;
        next = swap;
      }
    }
    if (sorted != numbers) {
      System.arraycopy(sorted, from, numbers, from, to - from);
    }
  }

  /** Copies numbers by one of their bytes; those that share it stay in their order. */
  private void distribute(long[] source, long[] target, int from, int to, int shift) {
    Arrays.fill(nextOfByte, 0);
    for (int i = from; i < to; i++) {
      nextOfByte[byteAt(shift, source[i])]++;
    }
    int next = from;
    for (int value = 0; value < BYTE_VALUES; value++) {
      int count = nextOfByte[value];
      nextOfByte[value] = next;
      next += count;
    }
    for (int i = from; i < to; i++) {
      target[nextOfByte[byteAt(shift, source[i])]++] = source[i];
    }
  }

  private static int byteAt(int shift, long number) {
    return (int) (number >>> shift) & BYTE_VALUES - 1;
  }
}
