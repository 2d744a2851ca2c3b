// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * A table's keys divided into numbered slots. The given spans have odd numbers; the gaps before, between and behind the
 * spans have even numbers. A gap is empty where two spans touch.
 */
public final class SpanSlots {
  private final String table;
  private final BucketSpan[] spans;
  private final BitSet emptySlots;

  /**
   * @param unsorted known spans in any order
   * @throws IllegalArgumentException if a span belongs to another table or two spans overlap
   */
  public SpanSlots(String table, Collection<BucketSpan> unsorted) {
    this.table = table;
    spans = unsorted.toArray(new BucketSpan[0]);
    emptySlots = new BitSet(2 * spans.length);
    Arrays.sort(spans, BucketSpan.BY_KEY);
    for (int i = 0; i < spans.length; i++) {
      settle(i);
    }
  }

  private SpanSlots(String table, SpanSlots same) {
    this.table = table;
    spans = same.spans;
    emptySlots = same.emptySlots;
  }

  /** Returns slots of the same spans for another table. Both objects share the sorted spans. */
  public SpanSlots forTable(String otherTable) {
    return otherTable.equals(table) ? this : new SpanSlots(otherTable, this);
  }

  /**
   * True if both are of the same table and share the sorted spans; false for equal spans that were sorted separately.
   */
  public boolean areSameAs(SpanSlots other) {
    return spans == other.spans && table.equals(other.table);
  }

  private void settle(int i) {
    if (!spans[i].table().equals(table)) {
      throw new IllegalArgumentException("Span " + spans[i] + " is not one of table " + table);
    }
    int order = i == 0 ? -1 : Keys.compare(spans[i - 1].end(), spans[i].begin());
    if (order > 0) {
      throw new IllegalArgumentException("Spans overlap: " + spans[i - 1] + " and " + spans[i]);
    }
    emptySlots.set(2 * i, order == 0);
  }

  /** The known span that contains a key; null if none does. */
  public BucketSpan holding(byte[] key) {
    int slot = find(key);
    return isGap(slot) ? null : span(slot);
  }

  /** The known spans that satisfy a condition, in key order. */
  public List<BucketSpan> matching(Predicate<BucketSpan> condition) {
    List<BucketSpan> found = new ArrayList<>();
    for (BucketSpan span : spans) {
      if (condition.test(span)) {
        found.add(span.inTable(table));
      }
    }
    return Collections.unmodifiableList(found);
  }

  String table() {
    return table;
  }

  int count() {
    return 2 * spans.length + 1;
  }

  static boolean isGap(int slot) {
    return slot % 2 == 0;
  }

  /** The span of an odd-numbered slot. */
  BucketSpan span(int slot) {
    return spans[slot / 2].inTable(table);
  }

  /** The number of the slot of a known span; negative if the span is not known. */
  int of(BucketSpan span) {
    int slot = find(span.begin());
    return !isGap(slot) && span(slot).equals(span) ? slot : -1;
  }

  /** The number of the slot that contains a key. */
  int find(byte[] key) {
    return slot(key, Keys.first(spans.length, i -> Keys.compare(spans[i].begin(), key) > 0));
  }

  /** Searches from slot {@code from} on, which must begin at or before the key. */
  int find(byte[] key, int from) {
    int low = from / 2;
    int step = 1;
    while (low + step < spans.length && Keys.compare(spans[low + step].begin(), key) <= 0) {
      low += step;
      step *= 2;
    }
    int first = low;
    return slot(key, first + Keys.first(Math.min(step, spans.length - first),
        i -> Keys.compare(spans[first + i].begin(), key) > 0));
  }

  /**
   * @param behind index of the first known span that begins behind the key; the number of known spans if there is none
   */
  private int slot(byte[] key, int behind) {
    return behind == 0 || Keys.compare(key, spans[behind - 1].end()) < 0 ? Math.max(0, 2 * behind - 1) : 2 * behind;
  }

  /** The number of the last slot that contains a key smaller than the given one. The given key must not be empty. */
  int findBefore(byte[] key) {
    return lastNonEmptyBefore(key, find(key));
  }

  int findBefore(byte[] key, int from) {
    return lastNonEmptyBefore(key, find(key, from));
  }

  private int lastNonEmptyBefore(byte[] key, int found) {
    int slot = found;
    if (slot > 0 && Keys.compare(begin(slot), key) == 0) {
      slot--;
    }
    while (slot > 0 && isEmpty(slot)) {
      slot--;
    }
    return slot;
  }

  /** First key of a slot; must not be called for slot 0. */
  byte[] begin(int slot) {
    return isGap(slot) ? spans[slot / 2 - 1].end() : spans[slot / 2].begin();
  }

  /** First key behind a slot; must not be called for the last slot. */
  byte[] end(int slot) {
    return begin(slot + 1);
  }

  boolean isEmpty(int slot) {
    return emptySlots.get(slot);
  }

  int countCuts(int first, int last) {
    return last - first - emptySlots.get(first + 1, last + 1).cardinality();
  }

  /** Returns the keys between neighbouring slots from {@code first} to {@code last}. Empty slots add no key. */
  byte[][] cuts(int first, int last) {
    List<byte[]> cuts = new ArrayList<>();
    for (int slot = first + 1; slot <= last; slot++) {
      if (!isEmpty(slot)) {
        cuts.add(begin(slot));
      }
    }
    return cuts.toArray(new byte[0][]);
  }
}
