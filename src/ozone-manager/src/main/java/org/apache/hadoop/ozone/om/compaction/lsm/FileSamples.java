// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.ozone.om.compaction.planner.HiddenPuts;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.RawSizes;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.planner.TableSamples;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TableProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one table of the OM's database about the inside of its files, as long as there is time: a plan of a thousand
 * ranges asks about thousands of files, and the best ranges come first. What is not answered, the planner assumes. Not
 * thread-safe: one plan is made by one thread.
 */
final class FileSamples implements TableSamples {
  private static final Logger LOG = LoggerFactory.getLogger(FileSamples.class);
  private static final long NANOS_IN_ALL = 300_000_000;

  private final OmDatabase database;
  private final String table;
  private long nanosLeft;

  FileSamples(OmDatabase database, String table) {
    this(database, table, NANOS_IN_ALL);
  }

  FileSamples(OmDatabase database, String table, long nanosInAll) {
    this.database = database;
    this.table = table;
    this.nanosLeft = nanosInAll;
  }

  @Override
  public long[] bytesBetween(List<byte[]> keys) {
    return answer((db, handle) -> bytesBetween(db, handle, keys));
  }

  @Override
  public RawSizes rawSizes(SstFile file) {
    return answer((db, handle) -> {
      try (ManagedOptions options = new ManagedOptions();
           ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(path(file));
        TableProperties properties = reader.getTableProperties();
        return new RawSizes(properties.getRawKeySize(), properties.getRawValueSize());
      }
    });
  }

  @Override
  public HiddenPuts hiddenPuts(SstFile file, KeyRange within) {
    return answer((db, handle) -> {
      List<byte[]> places = new KeyPlaces(keys -> bytesBetween(db, handle, keys))
          .spread(later(within.begin(), file.smallestKey()), earlier(within.lastKey(), file.largestKey()));
      try (ManagedOptions options = new ManagedOptions();
           ManagedReadOptions read = new ManagedReadOptions();
           ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(path(file));
        read.setFillCache(false);
        try (SstFileReaderIterator keys = reader.newIterator(read)) {
          return look(db, handle, read, keys, places, within.lastKey());
        }
      }
    });
  }

  /** An iterator over a file shows its puts; what the database shows instead, if anything, is younger. */
  private static HiddenPuts look(RocksDB db, ColumnFamilyHandle handle, ManagedReadOptions read,
      SstFileReaderIterator keys, List<byte[]> places, byte[] lastKey) throws RocksDBException {
    long hidden = 0;
    long sampled = 0;
    for (byte[] place : places) {
      keys.seek(place);
      if (keys.isValid() && Keys.compare(keys.key(), lastKey) <= 0) {
        sampled++;
        hidden += Arrays.equals(keys.value(), db.get(handle, read, keys.key())) ? 0 : 1;
      }
      keys.status();
    }
    return sampled == 0 ? null : new HiddenPuts(hidden, sampled);
  }

  private static long[] bytesBetween(RocksDB db, ColumnFamilyHandle handle, List<byte[]> keys) {
    List<ManagedSlice> slices = new ArrayList<>(keys.size());
    try {
      List<Range> ranges = new ArrayList<>(keys.size());
      for (byte[] key : keys) {
        slices.add(new ManagedSlice(key));
        if (slices.size() > 1) {
          ranges.add(new Range(slices.get(slices.size() - 2), slices.get(slices.size() - 1)));
        }
      }
      return db.getApproximateSizes(handle, ranges, SizeApproximationFlag.INCLUDE_FILES);
    } finally {
      slices.forEach(ManagedSlice::close);
    }
  }

  private static byte[] later(byte[] a, byte[] b) {
    return Keys.compare(a, b) >= 0 ? a : b;
  }

  private static byte[] earlier(byte[] a, byte[] b) {
    return Keys.compare(a, b) <= 0 ? a : b;
  }

  private String path(SstFile file) {
    return new File(database.directory(), file.name()).getPath();
  }

  /** What is asked of an open database. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(RocksDB db, ColumnFamilyHandle handle) throws RocksDBException;
  }

  /** Null if there is no time left, or no answer: a file may be gone, a database closed. */
  private <T> T answer(Question<T> question) {
    if (nanosLeft <= 0) {
      return null;
    }
    long begin = System.nanoTime();
    try {
      ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
      return database.read(db -> question.ask(db, handle));
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("Table {} does not tell about its files", table, e);
      return null;
    } finally {
      nanosLeft -= System.nanoTime() - begin;
    }
  }
}
