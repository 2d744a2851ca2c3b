// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Finds a key of a file at a place that was found by interpolation. Keys are paths, and the parts of a path are not
 * spread as numbers are: most places lie between two buckets or directories, and the next key is always the first of
 * the next one. Where old rows are deleted first, the first rows of all buckets tell of deleted ones alone. So from a
 * key that is the first of a bucket or directory, one anywhere in that is looked for.
 */
public final class SampledKey {
  private static final int MAX_PARTS = 4;

  private SampledKey() {
  }

  /**
   * The keys of a file.
   *
   * @param <E> if the file cannot be read
   */
  public interface FileKeys<E extends Exception> {
    /** The first one at a place or behind; null if there is none, or it is too far away. */
    byte[] atOrBehind(byte[] place) throws E;

    /** The last one before a place; null if there is none, or it is too far away. */
    byte[] before(byte[] place) throws E;
  }

  /**
   * @param next the place behind; null if there is none
   * @return null if there is no key before the next place. The same for the same place
   */
  public static <E extends Exception> byte[] find(FileKeys<E> keys, byte[] place, byte[] next) throws E {
    SplittableRandom anywhere = new SplittableRandom(Arrays.hashCode(place));
    byte[] key = keys.atOrBehind(place);
    if (key == null || next != null && Keys.compare(key, next) >= 0) {
      return null;
    }
    for (int part = 0; part < MAX_PARTS; part++) {
      byte[] before = keys.before(key);
      byte[] end = before == null ? null : endOfFirst(before, key);
      byte[] last = end == null ? null : keys.before(next != null && Keys.compare(next, end) < 0 ? next : end);
      byte[] inside = last == null || Keys.compare(key, last) >= 0 ? null
          : KeyInterpolation.between(key, last, anywhere.nextDouble());
      byte[] found = inside == null ? null : keys.atOrBehind(inside);
      if (found == null) {
        return key;
      }
      key = found;
    }
    return key;
  }

  /** Behind the bucket or directory of which a key is the first; null if it is the first of none. */
  private static byte[] endOfFirst(byte[] before, byte[] key) {
    int common = 0;
    while (common < before.length && common < key.length && before[common] == key[common]) {
      common++;
    }
    for (int i = common; i < key.length - 1; i++) {
      if (key[i] == '/') {
        byte[] end = Arrays.copyOf(key, i + 1);
        end[i]++;
        return end;
      }
    }
    return null;
  }
}
