// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Random;

/** Histories of a table's clients that make one of its buckets, the middle one, slow. */
enum Life {
  /** Few rows: rows are put and deleted within one memtable's worth of files. */
  SHORT_QUEUE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.age();
      table.rest();
      queue(table, 2_000, 200);
    }
  },
  QUEUE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.age();
      queue(table, 40_000, 1_000);
    }
  },
  /** Rows live so long that most are on disk before they are deleted. */
  LONG_QUEUE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.age();
      queue(table, 40_000, 10_000);
      table.rest();
      for (int row = 30_000; row < 38_000; row++) {
        table.delete(SLOW, row);
        touchOthers(table, row, 10);
      }
    }
  },
  TWO_THIRDS_OF_THE_TABLE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 2 * (BUCKETS - 1) * 2_000);
      table.age();
      for (int i = 0; i < 20_000; i++) {
        table.delete(SLOW, table.random.nextInt(2 * (BUCKETS - 1) * 2_000));
        touchOthers(table, i, 10);
      }
    }
  },
  REWRITTEN {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 5_000);
      table.age();
      for (int i = 0; i < 15_000; i++) {
        table.put(SLOW, table.random.nextInt(5_000));
        if (i % 3 == 0) {
          table.delete(SLOW, table.random.nextInt(5_000));
        }
        touchOthers(table, i, 10);
      }
    }
  },
  MASS_DELETE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 20_000);
      table.age();
      for (int row = 0; row < 19_000; row++) {
        table.delete(SLOW, row);
        touchOthers(table, row, 10);
      }
    }
  },
  /** Nothing else is written meanwhile. */
  MASS_DELETE_OF_YOUNG_ROWS {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 20_000);
      table.flush();
      for (int row = 0; row < 20_000; row++) {
        table.delete(SLOW, row);
      }
    }
  },
  RUN_IN_THE_MIDDLE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 20_000);
      table.age();
      for (int row = 6_000; row < 12_000; row++) {
        table.delete(SLOW, row);
        touchOthers(table, row, 5);
      }
    }
  },
  /** Still in level 0, and nothing but tombstones. */
  DELETES_AT_ONCE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 20_000);
      table.age();
      for (int row = 0; row < 8_000; row++) {
        table.delete(SLOW, row * 2);
      }
    }
  },
  /** Still in level 0, and nothing but tombstones; a sample would miss the rows that are left. */
  ALL_BUT_A_FEW_AT_ONCE {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 2_000);
      table.fill(SLOW, 20_000);
      table.age();
      table.rest();
      for (int row = 0; row < 20_000; row++) {
        if (row % 25 != 0) {
          table.delete(SLOW, row);
        }
      }
    }
  },
  WIDE_LEVEL_0_OVER_TWO_LEVELS {
    @Override
    void live(LivedTable table) throws Exception {
      fillOthers(table, 3_000);
      table.fill(SLOW, 20_000);
      table.age();
      for (int i = 0; i < 12_000; i++) {
        table.put(table.random.nextInt(BUCKETS), 10_000 + table.random.nextInt(10_000));
        table.delete(SLOW, i);
      }
      table.rest();
      for (int level0 = 0; level0 < 2; level0++) {
        for (int i = 0; i < 400; i++) {
          table.put(table.random.nextInt(BUCKETS), table.random.nextInt(3_000));
          table.delete(SLOW, 12_000 + 400 * level0 + i);
        }
        table.flush();
      }
    }
  };

  static final int BUCKETS = 16;
  static final int SLOW = 7;

  abstract void live(LivedTable table) throws Exception;

  private static void fillOthers(LivedTable table, int rows) throws Exception {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (bucket != SLOW) {
        table.fill(bucket, rows);
      }
    }
  }

  /** Rows are added at the end and deleted at the beginning. */
  private static void queue(LivedTable table, int rows, int length) throws Exception {
    for (int row = 0; row < rows; row++) {
      table.put(SLOW, row);
      if (row >= length) {
        table.delete(SLOW, row - length);
      }
      touchOthers(table, row, 20);
    }
  }

  private static void touchOthers(LivedTable table, int step, int every) throws Exception {
    Random random = table.random;
    if (step % every == 0) {
      table.put(random.nextInt(BUCKETS), random.nextInt(4_000));
    }
  }
}
