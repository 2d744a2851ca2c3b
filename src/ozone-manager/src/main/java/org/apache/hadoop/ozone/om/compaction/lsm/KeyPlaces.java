// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.planner.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.Keys;

/**
 * Keys spread over a stretch of a table as its bytes are, found by halving: nobody tells the n-th key of a file, but
 * RocksDB tells from its indexes how many bytes lie between two keys.
 */
final class KeyPlaces {
  private static final int PLACES = 32;
  private static final int MOST_HALVINGS = 400;

  private final Function<List<byte[]>, long[]> bytesBetween;

  /** @param bytesBetween bytes from each key to the next */
  KeyPlaces(Function<List<byte[]>, long[]> bytesBetween) {
    this.bytesBetween = bytesBetween;
  }

  private static final class Part {
    private final byte[] begin;
    private final byte[] end;
    private final long bytes;

    Part(byte[] begin, byte[] end, long bytes) {
      this.begin = begin;
      this.end = end;
      this.bytes = bytes;
    }
  }

  /** @return ascending, the first of them the begin; about {@code PLACES}, fewer in a short stretch */
  List<byte[]> spread(byte[] begin, byte[] lastKey) {
    byte[] end = Arrays.copyOf(lastKey, lastKey.length + 1);
    long all = bytesBetween.apply(Arrays.asList(begin, end))[0];
    PriorityQueue<Part> largestFirst = new PriorityQueue<>(Comparator.comparingLong((Part part) -> -part.bytes));
    largestFirst.add(new Part(begin, end, all));
    List<Part> done = new ArrayList<>();
    for (int halvings = 0; halvings < MOST_HALVINGS && !largestFirst.isEmpty()
        && largestFirst.peek().bytes > all / PLACES; halvings++) {
      Part part = largestFirst.poll();
      byte[] middle = KeyInterpolation.between(part.begin, part.end, 0.5);
      if (middle == null) {
        done.add(part);
      } else {
        long[] bytes = bytesBetween.apply(Arrays.asList(part.begin, middle, part.end));
        largestFirst.add(new Part(part.begin, middle, bytes[0]));
        largestFirst.add(new Part(middle, part.end, bytes[1]));
      }
    }
    done.addAll(largestFirst);
    done.sort((a, b) -> Keys.compare(a.begin, b.begin));
    List<byte[]> places = new ArrayList<>();
    long passed = 0;
    long next = 0;
    for (Part part : done) {
      passed += part.bytes;
      if (part.bytes > 0 && passed > next) {
        places.add(part.begin);
        next = passed + all / (2 * PLACES);
      }
    }
    return places;
  }
}
