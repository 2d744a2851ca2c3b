// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** How a file's content spreads over its keys: pieces in key order. The arrays are shared with other files. */
final class SimulatedPieces {
  final int[] begins;
  final int[] ends;
  final double[] bytes;
  final double[] puts;
  final double[] tombstones;
  /** The first piece that is the file's, and the one behind the last. */
  final int from;
  final int to;

  SimulatedPieces(int[] begins, int[] ends, double[] bytes, double[] puts, double[] tombstones, int from, int to) {
    this.begins = begins;
    this.ends = ends;
    this.bytes = bytes;
    this.puts = puts;
    this.tombstones = tombstones;
    this.from = from;
    this.to = to;
  }

  /** From the first to the last piece that is not empty; there is one. */
  Stretch hull() {
    int first = from;
    while (isEmpty(first)) {
      first++;
    }
    int last = to - 1;
    while (isEmpty(last)) {
      last--;
    }
    return new Stretch(begins[first], ends[last]);
  }

  /**
   * Keys, ascending, in some of the pieces: one in each of {@code count} parts of equal bytes, anywhere in it. At equal
   * distances they would keep step with rows of which every so many are deleted, or left.
   */
  List<byte[]> places(KeyNumbers keys, Predicate<Stretch> some, int count) {
    SplittableRandom anywhere = new SplittableRandom(count);
    double all = 0;
    for (int piece = from; piece < to; piece++) {
      all += some.test(keys(piece)) ? bytes[piece] : 0;
    }
    List<byte[]> places = new ArrayList<>(count);
    double passed = 0;
    double next = anywhere.nextDouble() * all / count;
    for (int piece = from; piece < to; piece++) {
      if (!some.test(keys(piece))) {
        continue;
      }
      byte[] begin = keys.keyAtOrBefore(begins[piece]);
      byte[] end = keys.keyAtOrAfter(ends[piece]);
      while (bytes[piece] > 0 && passed + bytes[piece] > next && places.size() < count) {
        byte[] place = Keys.compare(begin, end) < 0
            ? KeyInterpolation.between(begin, end, (next - passed) / bytes[piece]) : null;
        places.add(place == null ? begin : place);
        next = (places.size() + anywhere.nextDouble()) * all / count;
      }
      passed += bytes[piece];
    }
    return places;
  }

  Stretch keys(int piece) {
    return new Stretch(begins[piece], ends[piece]);
  }

  boolean isEmpty(int piece) {
    return bytes[piece] <= 0;
  }
}
