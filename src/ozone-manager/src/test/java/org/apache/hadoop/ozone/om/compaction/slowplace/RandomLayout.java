// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.rocksdb.CompactionOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Writes a random layout of buckets into a table: rows of the last level, runs of deleted rows, rows that are written
 * again and rows that never were, in files of any level and in memory. The same seed draws the same again.
 */
public final class RandomLayout {
  private static final int LAST_LEVEL = 6;

  private final OmDatabaseFixture om;
  private final String table;
  private final Random random;
  private final int rowsOfABucket;
  private final List<String> buckets = new ArrayList<>();
  private final StringBuilder told = new StringBuilder();

  /** @param rowsOfABucket at most */
  public RandomLayout(OmDatabaseFixture om, String table, long seed, int rowsOfABucket) {
    this.om = om;
    this.table = table;
    this.random = new Random(seed);
    this.rowsOfABucket = rowsOfABucket;
  }

  /** Prefixes of the buckets' keys. */
  public List<String> buckets() {
    return buckets;
  }

  /** What was done, a line each. */
  @Override
  public String toString() {
    return told.toString();
  }

  /** Empties the table, then fills it. */
  public void write() throws RocksDBException {
    clear();
    boolean ids = random.nextInt(3) == 0;
    int count = 1 + random.nextInt(6);
    for (int b = 0; b < count; b++) {
      buckets.add(ids ? "/-9223372036854775" + (100 + b * 37) + "/-92233720368547" + (10_000 + b) + "/-92233720368/"
          : "/v/b" + (b * b) + "/k");
    }
    for (int b = 0; b < count; b++) {
      rows(b, 0, 1 + random.nextInt(rowsOfABucket), 1 + random.nextInt(2));
    }
    settle(LAST_LEVEL);
    int rounds = 1 + random.nextInt(9);
    for (int round = 0; round < rounds; round++) {
      for (int change = random.nextInt(4); change >= 0; change--) {
        change();
      }
      settle(round == rounds - 1 ? random.nextInt(2) : random.nextInt(LAST_LEVEL + 2));
    }
  }

  private void clear() throws RocksDBException {
    om.holdStill(table);
    om.rocks().deleteRange(om.handle(table), new byte[0], new byte[] {-1, -1});
    om.flush(table);
    om.compact(table);
  }

  /** 0: stays in memory; 1: a file of level 0; else all files come to a level, or to the last one. */
  private void settle(int where) throws RocksDBException {
    if (where == 0) {
      return;
    }
    om.flush(table);
    told.append("flush\n");
    if (where == LAST_LEVEL + 1) {
      om.compact(table);
      told.append("compact\n");
    } else if (where > 3) {
      compactTo(where);
    }
  }

  /** Takes all files of level 0 and those of the levels down to one to that level. */
  private void compactTo(int level) throws RocksDBException {
    List<String> files = new ArrayList<>();
    for (LiveFileMetaData file : om.rocks().getLiveFilesMetaData()) {
      if (table.equals(new String(file.columnFamilyName())) && file.level() <= level) {
        files.add(file.fileName());
      }
    }
    if (!files.isEmpty()) {
      try (CompactionOptions options = new CompactionOptions()) {
        ((RocksDB) om.rocks()).compactFiles(options, om.handle(table), files, level, 0, null);
        told.append("compact to level ").append(level).append('\n');
      }
    }
  }

  private void change() throws RocksDBException {
    int bucket = random.nextInt(buckets.size());
    int from = random.nextInt(rowsOfABucket);
    int to = from + 1 + random.nextInt(rowsOfABucket);
    int stride = random.nextInt(4) == 0 ? 2 + random.nextInt(9) : 1;
    switch (random.nextInt(6)) {
      case 0:
        rows(bucket, from, to, stride);
        break;
      case 1:
        delete(bucket, to, to + (to - from), stride);
        break;
      case 2:
        for (int b = 0; b < buckets.size(); b++) {
          delete(b, from, to, stride);
        }
        break;
      default:
        delete(bucket, from, to, stride);
    }
  }

  private void rows(int bucket, int from, int to, int stride) throws RocksDBException {
    told.append("put ").append(bucket).append(' ').append(from).append(' ').append(to).append(' ').append(stride)
        .append('\n');
    for (int i = from; i < to; i += stride) {
      om.put(table, key(bucket, i));
    }
  }

  private void delete(int bucket, int from, int to, int stride) throws RocksDBException {
    told.append("delete ").append(bucket).append(' ').append(from).append(' ').append(to).append(' ').append(stride)
        .append('\n');
    for (int i = from; i < to; i += stride) {
      om.delete(table, key(bucket, i));
    }
  }

  private String key(int bucket, int row) {
    return buckets.get(bucket) + String.format("%06d", row);
  }
}
