// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Random;

/** A random history of a table's clients. */
final class RandomLife {
  private static final int STEPS = 12_000;

  private final LivedTable table;
  private final Random random;
  private final int[] rows = new int[Life.BUCKETS];
  private int head;

  RandomLife(LivedTable table) {
    this.table = table;
    this.random = table.random;
  }

  void live() throws Exception {
    for (int bucket = 0; bucket < Life.BUCKETS; bucket++) {
      rows[bucket] = 100 + random.nextInt(bucket == Life.SLOW ? 12_000 : 3_000);
      table.fill(bucket, rows[bucket]);
    }
    if (random.nextInt(4) > 0) {
      table.age();
    }
    int phases = 1 + random.nextInt(3);
    for (int phase = 0; phase < phases; phase++) {
      if (phase == phases - 1 && random.nextBoolean()) {
        table.rest();
      }
      phase(random.nextInt(6), 500 + random.nextInt(STEPS / phases), 1 + random.nextInt(30));
    }
    table.rest();
  }

  private void phase(int kind, int steps, int othersEvery) throws Exception {
    int slow = rows[Life.SLOW];
    int first = random.nextInt(slow);
    int stride = 1 + random.nextInt(4);
    for (int step = 0; step < steps; step++) {
      switch (kind) {
        case 0:
          table.put(Life.SLOW, rows[Life.SLOW]++);
          table.delete(Life.SLOW, head++);
          break;
        case 1:
          table.delete(Life.SLOW, random.nextInt(slow));
          break;
        case 2:
          table.delete(Life.SLOW, (first + step * stride) % slow);
          break;
        case 3:
          table.put(Life.SLOW, random.nextInt(slow));
          break;
        case 4:
          table.put(Life.SLOW, slow + step);
          table.delete(Life.SLOW, slow + step);
          break;
        default:
          table.put(Life.SLOW, random.nextInt(2 * slow));
          table.delete(Life.SLOW, random.nextInt(2 * slow));
          break;
      }
      if (step % othersEvery == 0) {
        int bucket = random.nextInt(Life.BUCKETS);
        table.put(bucket, random.nextInt(2 * rows[bucket]));
      }
    }
  }
}
