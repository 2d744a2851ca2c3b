// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Finds the elements of a list that overlap a key range. It finds the same as a look at each element, whatever their
 * order, but is fast only if they are about in key order, with few overlaps. Immutable.
 */
public final class KeyIndex<T> {
  private final List<T> all;
  private final Function<T, byte[]> begin;
  private final Function<T, byte[]> lastKey;
  /** For each index, the largest key up to this index. These keys ascend, which a binary search needs. */
  private final byte[][] largestSoFar;
  /** For each index, the smallest key from this index on. These keys ascend too. */
  private final byte[][] smallestFromHere;

  /** @param all must not be changed afterwards */
  public KeyIndex(List<T> all, Function<T, byte[]> begin, Function<T, byte[]> lastKey) {
    this.all = Collections.unmodifiableList(all);
    this.begin = begin;
    this.lastKey = lastKey;
    this.largestSoFar = new byte[all.size()][];
    this.smallestFromHere = new byte[all.size()][];
    for (int i = 0; i < largestSoFar.length; i++) {
      byte[] key = lastKey.apply(all.get(i));
      largestSoFar[i] = i == 0 ? key : Keys.max(largestSoFar[i - 1], key);
    }
    for (int i = smallestFromHere.length - 1; i >= 0; i--) {
      byte[] key = begin.apply(all.get(i));
      smallestFromHere[i] = i + 1 == smallestFromHere.length ? key : Keys.min(key, smallestFromHere[i + 1]);
    }
  }

  public static <T> KeyIndex<T> ofRanges(List<T> all, Function<T, KeyRange> keys) {
    return new KeyIndex<>(all, each -> keys.apply(each).begin(), each -> keys.apply(each).lastKey());
  }

  public List<T> all() {
    return all;
  }

  /** The largest key of all elements, of which there has to be at least one. */
  public byte[] largestKey() {
    return largestSoFar[largestSoFar.length - 1];
  }

  /** Passes the elements that overlap {@code [from, to]} to the sink, in the order of the list. */
  public void forEachIn(byte[] from, byte[] to, Consumer<T> sink) {
    int first = Keys.first(largestSoFar.length, i -> Keys.compare(largestSoFar[i], from) >= 0);
    for (int i = first; i < largestSoFar.length && Keys.compare(smallestFromHere[i], to) <= 0; i++) {
      T each = all.get(i);
      if (Keys.compare(lastKey.apply(each), from) >= 0 && Keys.compare(begin.apply(each), to) <= 0) {
        sink.accept(each);
      }
    }
  }

  /** The elements that overlap a range, in the order of the list. */
  public List<T> overlapping(KeyRange range) {
    List<T> found = new ArrayList<>();
    forEachIn(range.begin(), range.lastKey(), found::add);
    return found;
  }
}
