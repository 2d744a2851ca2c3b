// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.Collection;

/**
 * Sorts spans by their first key. Comparing a hundred thousand keys byte by byte, with their long common prefixes, is
 * most of a census; so runs of equal keys are refined eight bytes at a time, as one number each.
 */
final class SpanOrder {
  private static final int WORD = Long.BYTES;
  /** Below this, plain comparison is quicker. */
  private static final int FEW = 16;

  private final BucketSpan[] spans;
  private final BucketSpan[] unordered;
  private final long[] words;
  private final int[] order;
  private final int[] scratch;

  private SpanOrder(BucketSpan[] spans) {
    this.spans = spans;
    this.unordered = new BucketSpan[spans.length];
    this.words = new long[spans.length];
    this.order = new int[spans.length];
    this.scratch = new int[spans.length];
  }

  static BucketSpan[] sorted(Collection<BucketSpan> unsorted) {
    BucketSpan[] spans = unsorted.toArray(new BucketSpan[0]);
    if (spans.length > 1) {
      new SpanOrder(spans).sort(0, spans.length);
    }
    return spans;
  }

  private void sort(int from, int to) {
    if (to - from < FEW) {
      Arrays.sort(spans, from, to, (a, b) -> Keys.compare(a.begin(), b.begin()));
      return;
    }
    int depth = commonPrefix(from, to);
    boolean ascending = true;
    for (int i = from; i < to; i++) {
      words[i] = word(spans[i].begin(), depth);
      ascending &= i == from || words[i - 1] <= words[i];
      order[i] = i;
    }
    if (!ascending) {
      radixSort(from, to);
      System.arraycopy(spans, from, unordered, from, to - from);
      for (int i = from; i < to; i++) {
        spans[i] = unordered[order[i]];
      }
    }
    long[] sortedWords = new long[to - from];
    for (int i = from; i < to; i++) {
      sortedWords[i - from] = words[order[i]];
    }
    for (int begin = 0; begin < sortedWords.length;) {
      int end = begin + 1;
      while (end < sortedWords.length && sortedWords[end] == sortedWords[begin]) {
        end++;
      }
      if (end - begin > 1) {
        sortEqualWords(from + begin, from + end);
      }
      begin = end;
    }
  }

  /**
   * Short keys end within the word they share with longer ones, so plain comparison decides among few distinct ones.
   */
  private void sortEqualWords(int from, int to) {
    int depth = commonPrefix(from, to);
    for (int i = from; i < to; i++) {
      if (spans[i].begin().length <= depth) {
        Arrays.sort(spans, from, to, (a, b) -> Keys.compare(a.begin(), b.begin()));
        return;
      }
    }
    sort(from, to);
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

  /** Eight bytes as a number that is ordered as signed; bytes behind the end of the key count as 0. */
  private static long word(byte[] key, int depth) {
    long word = 0;
    for (int i = depth; i < depth + WORD; i++) {
      word = word << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return word ^ Long.MIN_VALUE;
  }

  /** Orders {@code order[from..to)} by their words: stable, a byte at a time, last byte first. */
  private void radixSort(int from, int to) {
    int[] count = new int[257];
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      Arrays.fill(count, 0);
      for (int i = from; i < to; i++) {
        count[digit(words[i], shift) + 1]++;
      }
      if (count[digit(words[from], shift) + 1] == to - from) {
        continue;
      }
      for (int i = 1; i < count.length; i++) {
        count[i] += count[i - 1];
      }
      for (int i = from; i < to; i++) {
        scratch[from + count[digit(words[order[i]], shift)]++] = order[i];
      }
      System.arraycopy(scratch, from, order, from, to - from);
    }
  }

  private static int digit(long word, int shift) {
    return (int) ((word ^ Long.MIN_VALUE) >>> shift) & 0xFF;
  }
}
