// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Draws a layout of buckets: rows of the last level, runs of deleted rows, rows that are written again and rows that
 * never were, rows with large values, in files of any level and in memory. The same seed draws the same again.
 */
public final class RandomLayout {
  private static final int LAST_LEVEL = 6;
  private static final int MAX_BUCKETS = 2_000;
  /** Rows with large values; a walk that counts dead entries alone passes them by. */
  private static final int LARGE_ROWS = 40;

  private final Random random;
  /** Draws where files come to. */
  private final Random trees;
  private final int rowsOfABucket;
  private final List<String> steps = new ArrayList<>();
  private final int buckets;

  private RandomLayout(Random random, Random trees, int rowsOfABucket) {
    this.random = random;
    this.trees = trees;
    // Few buckets, or now and then as many as a ring has, which then are small.
    this.buckets = random.nextInt(8) == 0 ? 1 + random.nextInt(MAX_BUCKETS) : 1 + random.nextInt(6);
    this.rowsOfABucket = Math.max(2, Math.min(rowsOfABucket, 6 * rowsOfABucket / buckets));
  }

  /** The seed is mixed: the first numbers that Random draws are much the same for seeds that follow each other. */
  static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  /**
   * @param slow          from how many dead entries on a list is slow
   * @param rowsOfABucket at most
   */
  public static Layout draw(long seed, long slow, int rowsOfABucket) {
    Random random = random(seed);
    return new RandomLayout(random, random, rowsOfABucket).draw(slow);
  }

  /**
   * Draws the same rows in other files, as another OM of a ring has them.
   *
   * @param seed  of the rows and their changes
   * @param trees seed of where files come to after a change
   */
  public static Layout draw(long seed, long trees, long slow, int rowsOfABucket) {
    return new RandomLayout(random(seed), random(trees), rowsOfABucket).draw(slow);
  }

  private Layout draw(long slow) {
    draw();
    return new Layout(slow, steps);
  }

  private void draw() {
    boolean ids = random.nextInt(3) == 0;
    for (int b = 0; b < buckets; b++) {
      steps.add("bucket " + (ids ? "/-9223372036854775" + (10_000 + b * 37) + "/-92233720368547" + (10_000 + b)
          + "/-92233720368/" : "/v/b" + (b * b) + "/k"));
    }
    for (int b = 0; b < buckets; b++) {
      rows("put", b, 0, 1 + random.nextInt(rowsOfABucket), 1 + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      int first = random.nextInt(rowsOfABucket);
      rows("large", random.nextInt(buckets), first, first + LARGE_ROWS, 1);
    }
    settle(LAST_LEVEL);
    int rounds = 1 + random.nextInt(9);
    for (int round = 0; round < rounds; round++) {
      for (int change = random.nextInt(4); change >= 0; change--) {
        change();
      }
      settle(round == rounds - 1 ? trees.nextInt(2) : trees.nextInt(LAST_LEVEL + 2));
    }
  }

  /** 0: stays in memory; 1: a file of level 0; else all files come to a level, or to the last one. */
  private void settle(int where) {
    if (where == 0) {
      return;
    }
    steps.add("flush");
    if (where == LAST_LEVEL + 1) {
      steps.add("compact");
    } else if (where > 3) {
      steps.add("level " + where);
    }
  }

  private void change() {
    int bucket = random.nextInt(buckets);
    int from = random.nextInt(rowsOfABucket);
    int to = from + 1 + random.nextInt(rowsOfABucket);
    int stride = random.nextInt(4) == 0 ? 2 + random.nextInt(9) : 1;
    switch (random.nextInt(6)) {
      case 0:
        rows("put", bucket, from, to, stride);
        break;
      case 1:
        rows("delete", bucket, to, to + (to - from), stride);
        break;
      case 2:
        for (int b = 0; b < buckets; b++) {
          rows("delete", b, from, to, stride);
        }
        break;
      default:
        rows("delete", bucket, from, to, stride);
    }
  }

  private void rows(String what, int bucket, int from, int to, int stride) {
    steps.add(what + " " + bucket + " " + from + " " + to + " " + stride);
  }
}
