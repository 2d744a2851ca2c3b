// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;

/**
 * The truth about a table: walks over all of its live keys and knows nothing of files, memtables or statistics. RocksDB
 * ends an iterator that skips more than a number of dead entries.
 */
public final class TableWalk {
  private TableWalk() {
  }

  /** A place where at least so many dead entries lie between two live keys; null for none at the table's ends. */
  public record Gap(byte[] before, byte[] behind) {
    /** A key of the place. */
    public byte[] key() {
      return before == null ? new byte[0] : Arrays.copyOf(before, before.length + 1);
    }

    @Override
    public String toString() {
      return text(before) + " .. " + text(behind);
    }

    private static String text(byte[] key) {
      return key == null ? "(end)" : new String(key, StandardCharsets.UTF_8);
    }
  }

  /** All places where a list passes at least so many dead entries, in key order. */
  public static List<Gap> gaps(RocksDB db, ColumnFamilyHandle table, long deadEntries) throws RocksDBException {
    List<Gap> gaps = new ArrayList<>();
    byte[] from = {};
    byte[] last = null;
    while (from != null) {
      boolean gaveUp;
      try (ReadOptions options = new ReadOptions().setMaxSkippableInternalKeys(deadEntries - 1);
           RocksIterator keys = db.newIterator(table, options)) {
        for (keys.seek(from); keys.isValid(); keys.next()) {
          last = keys.key();
        }
        gaveUp = gaveUp(keys);
      }
      from = null;
      if (gaveUp) {
        try (RocksIterator keys = db.newIterator(table)) {
          keys.seek(new Gap(last, null).key());
          from = keys.isValid() ? keys.key() : null;
        }
        gaps.add(new Gap(last, from));
      }
    }
    return gaps;
  }

  /** How many dead entries a list passes at a place. */
  public static long deadEntries(RocksDB db, ColumnFamilyHandle table, Gap gap) throws RocksDBException {
    long least = 1;
    long most = 2;
    while (passes(db, table, gap.key(), most)) {
      least = most;
      most *= 2;
    }
    while (least + 1 < most) {
      long middle = (least + most) / 2;
      if (passes(db, table, gap.key(), middle)) {
        least = middle;
      } else {
        most = middle;
      }
    }
    return least;
  }

  /** Whether a list from a key on passes at least so many dead entries. */
  public static boolean passes(RocksDB db, ColumnFamilyHandle table, byte[] key, long deadEntries)
      throws RocksDBException {
    try (ReadOptions options = new ReadOptions().setMaxSkippableInternalKeys(deadEntries - 1);
         RocksIterator keys = db.newIterator(table, options)) {
      keys.seek(key);
      return gaveUp(keys);
    }
  }

  private static boolean gaveUp(RocksIterator keys) throws RocksDBException {
    try {
      keys.status();
      return false;
    } catch (RocksDBException e) {
      if (e.getStatus().getCode() != Status.Code.Incomplete) {
        throw e;
      }
      return true;
    }
  }
}
