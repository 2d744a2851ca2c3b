// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.ozone.om.compaction.planner.HiddenPuts;
import org.apache.hadoop.ozone.om.compaction.planner.SampledKey;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.planner.TableSamples;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one table of the OM's database about the inside of its files, as far as a budget goes. What is not answered, as
 * the budget is spent, a file is gone or cannot be read, or the database is closed, the planner assumes. Each question
 * keeps the database open for a moment only. Not thread-safe: one plan is made by one thread.
 */
final class FileSamples implements TableSamples {
  private static final Logger LOG = LoggerFactory.getLogger(FileSamples.class);
  /** A place with more tombstones than this in a row tells nothing. */
  private static final long MAX_TOMBSTONES_PASSED = 2_000;

  private final OmDatabase database;
  private final String table;
  private final List<SstFile> files;
  private final SampleMemory memory;
  private final SampleBudget budget;
  private Map<String, HiddenPuts> remembered;

  /** @param files of the table */
  FileSamples(OmDatabase database, String table, List<SstFile> files, SampleMemory memory, SampleBudget budget) {
    this.database = database;
    this.table = table;
    this.files = files;
    this.memory = memory;
    this.budget = budget;
  }

  @Override
  public long[] bytesBetween(List<byte[]> keys) {
    return budget.takeKeys(keys.size()) ? answer((db, handle) -> bytesBetween(db, handle, keys)) : null;
  }

  @Override
  public HiddenPuts hiddenPuts(SstFile file, List<byte[]> places) {
    if (!budget.takeFile()) {
      return null;
    }
    if (remembered == null) {
      remembered = memory.of(database, table, files);
    }
    String question = file.name() + '/' + Arrays.deepHashCode(places.toArray());
    HiddenPuts known = remembered.get(question);
    if (known == null) {
      known = answer((db, handle) -> look(db, handle, file, places));
      if (known != null) {
        remembered.put(question, known);
      }
    }
    return known;
  }

  /** An iterator over a file shows its puts; what the database shows instead, if anything, is younger. */
  private HiddenPuts look(RocksDB db, ColumnFamilyHandle handle, SstFile file, List<byte[]> places)
      throws RocksDBException {
    try (ManagedOptions options = new ManagedOptions();
         ManagedReadOptions read = new ManagedReadOptions();
         ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
      reader.open(new File(database.directory(), file.name()).getPath());
      read.setFillCache(false);
      read.setMaxSkippableInternalKeys(MAX_TOMBSTONES_PASSED);
      long hidden = 0;
      long sampled = 0;
      try (SstFileReaderIterator keys = reader.newIterator(read)) {
        for (int i = 0; i < places.size(); i++) {
          byte[] next = i + 1 < places.size() ? places.get(i + 1) : null;
          if (findPut(keys, places.get(i), next)) {
            sampled++;
            hidden += Arrays.equals(keys.value(), db.get(handle, keys.key())) ? 0 : 1;
          }
        }
      }
      return sampled == 0 ? null : new HiddenPuts(hidden, sampled);
    }
  }

  /** Not if the file has none before the next place: it is not spread as was thought, and the next place will tell. */
  private static boolean findPut(SstFileReaderIterator keys, byte[] place, byte[] next)
      throws RocksDBException {
    byte[] found = SampledKey.find(new Puts(keys), place, next);
    if (found == null) {
      return false;
    }
    keys.seek(found);
    for (int steps = TableSamples.stepsBehind(place); steps > 0 && keys.isValid(); steps--) {
      keys.next();
    }
    return Puts.isThere(keys);
  }

  /** Of one file. */
  private static final class Puts implements SampledKey.FileKeys<RocksDBException> {
    private final SstFileReaderIterator keys;

    Puts(SstFileReaderIterator keys) {
      this.keys = keys;
    }

    @Override
    public byte[] atOrBehind(byte[] place) throws RocksDBException {
      keys.seek(place);
      return isThere(keys) ? keys.key() : null;
    }

    @Override
    public byte[] before(byte[] place) throws RocksDBException {
      keys.seekForPrev(place);
      if (keys.isValid() && Arrays.equals(keys.key(), place)) {
        keys.prev();
      }
      return isThere(keys) ? keys.key() : null;
    }

    /** Not where too many tombstones were passed. */
    private static boolean isThere(SstFileReaderIterator keys) throws RocksDBException {
      try {
        keys.status();
      } catch (RocksDBException e) {
        if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
          return false;
        }
        throw e;
      }
      return keys.isValid();
    }
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

  /** What is asked of an open database. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(RocksDB db, ColumnFamilyHandle handle) throws RocksDBException;
  }

  /** Null if there is no answer. */
  private <T> T answer(Question<T> question) {
    try {
      return database.read(db -> question.ask(db, database.columnFamily(table).getHandle()));
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("Table {} does not tell about its files", table, e);
      return null;
    }
  }
}
