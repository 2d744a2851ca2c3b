// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.stream.IntStream;

/** Keys as {@link KeyNumbers} numbers them, from {@code first} to {@code last}, both inclusive. */
final class Stretch {
  /** Any key. */
  static final Stretch ALL = new Stretch(0, Integer.MAX_VALUE);

  final int first;
  final int last;

  Stretch(int first, int last) {
    this.first = first;
    this.last = last;
  }

  boolean contains(Stretch other) {
    return first <= other.first && other.last <= last;
  }

  boolean contains(int key) {
    return first <= key && key <= last;
  }

  boolean overlaps(Stretch other) {
    return first <= other.last && other.first <= last;
  }

  /** What two stretches that overlap have in common. */
  Stretch intersection(Stretch other) {
    return new Stretch(Math.max(first, other.first), Math.min(last, other.last));
  }

  /** The smallest stretch that holds both. */
  Stretch with(Stretch other) {
    return contains(other) ? this : new Stretch(Math.min(first, other.first), Math.max(last, other.last));
  }

  /** The last keys of what an outer stretch has before this one, and of what both have in common, if there are such. */
  IntStream cutsIn(Stretch outer) {
    return IntStream.of(first - 1, last).filter(cut -> outer.first <= cut && cut <= outer.last);
  }
}
