// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Writes the same rows directly into om.db of every running OM, without Ratis: a million keys in seconds. Not for
 * volumes and buckets, which OM reads only from its cache.
 */
public final class BulkTables {
  private static final int BATCH = 10_000;
  private static final byte[] FIRST_KEY = {};
  /** Sorts behind all keys of OM, which begin with a slash. */
  private static final byte[] BEHIND_ALL_KEYS = {(byte) 0xff};

  private final EmbeddedRing ring;

  public BulkTables(EmbeddedRing ring) {
    this.ring = ring;
  }

  /** Puts rows 0 to count - 1. Waits first until every OM knows the volumes and buckets that a client has created. */
  public void put(TableRows rows, int count) {
    ring.awaitApplied();
    write(rows, count, row -> true, rows::value);
  }

  /** Deletes the rows that a condition selects among rows 0 to count - 1. */
  public void delete(TableRows rows, int count, IntPredicate chosen) {
    write(rows, count, chosen, row -> null);
  }

  /** Flushes the table's memtables in every OM. */
  public void flush(String table) {
    onEach(store -> {
      try {
        store.getDb().flush(table);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  /**
   * Compacts the table to the bottom level, without tombstones, as if after months.
   *
   * @param fileBytes target size of SST files from now on. Stock is 64 MiB; a table of a hundredth of a busy OM's size
   *                  needs smaller files to have as many. Compactions then take as many files as in a busy OM.
   */
  public void settle(String table, long fileBytes) {
    onEach(store -> {
      RocksDatabase database = store.getDb();
      try (ManagedCompactRangeOptions everything = new ManagedCompactRangeOptions()) {
        everything.setBottommostLevelCompaction(BottommostLevelCompaction.kForce);
        database.getManagedRocksDb().get().setOptions(database.getColumnFamily(table).getHandle(),
            MutableColumnFamilyOptions.builder().setTargetFileSizeBase(fileBytes)
                .setMaxCompactionBytes(CompactionSettings.ofTargetFileBytes(fileBytes).maxCompactionBytes()).build());
        database.flush(table);
        database.compactRange(database.getColumnFamily(table), null, null, everything);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  /** Removes all rows and tombstones. Only for tables filled by {@link #put} alone. */
  public void clear(String table, long fileBytes) {
    onEach(store -> {
      RocksDatabase database = store.getDb();
      try {
        database.deleteRange(database.getColumnFamily(table), FIRST_KEY, BEHIND_ALL_KEYS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    settle(table, fileBytes);
  }

  private void write(TableRows rows, int count, IntPredicate chosen, IntFunction<byte[]> value) {
    for (int from = 0; from < count; from += BATCH) {
      int size = Math.min(BATCH, count - from);
      byte[][] keys = new byte[size][];
      byte[][] values = new byte[size][];
      for (int i = 0; i < size; i++) {
        if (chosen.test(from + i)) {
          keys[i] = rows.key(from + i);
          values[i] = value.apply(from + i);
        }
      }
      onEach(store -> commit(store, rows.table(), keys, values));
    }
  }

  /** Writes rows with RocksDB's own batch, as Ozone's looks for duplicate keys and takes four times as long. */
  private static void commit(RDBStore store, String name, byte[][] keys, byte[][] values) {
    RocksDatabase database = store.getDb();
    ColumnFamilyHandle table = database.getColumnFamily(name).getHandle();
    try (WriteBatch batch = new WriteBatch(); WriteOptions options = new WriteOptions()) {
      for (int i = 0; i < keys.length; i++) {
        if (values[i] != null) {
          batch.put(table, keys[i], values[i]);
        } else if (keys[i] != null) {
          batch.delete(table, keys[i]);
        }
      }
      database.getManagedRocksDb().get().write(options, batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private void onEach(Consumer<RDBStore> work) {
    List<OzoneManager> oms = ring.running();
    oms.parallelStream().forEach(om -> work.accept((RDBStore) om.getMetadataManager().getStore()));
  }
}
