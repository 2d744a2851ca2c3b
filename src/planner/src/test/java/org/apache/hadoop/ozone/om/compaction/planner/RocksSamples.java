// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Env;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/** Asks RocksDB about what is in the files of a {@link RocksTable}. */
final class RocksSamples implements TableSamples {
  private final RocksDB db;
  private final Env env;
  private final String directory;

  RocksSamples(RocksDB db, Env env, String directory) {
    this.db = db;
    this.env = env;
    this.directory = directory;
  }

  @Override
  public long[] bytesBetween(List<byte[]> keys) {
    List<Slice> slices = new ArrayList<>();
    List<Range> ranges = new ArrayList<>();
    try {
      keys.forEach(key -> slices.add(new Slice(key)));
      for (int i = 1; i < slices.size(); i++) {
        ranges.add(new Range(slices.get(i - 1), slices.get(i)));
      }
      return db.getApproximateSizes(ranges, SizeApproximationFlag.INCLUDE_FILES);
    } finally {
      slices.forEach(Slice::close);
    }
  }

  @Override
  public HiddenPuts hiddenPuts(SstFile file, List<byte[]> places) {
    try (SstContent content = new SstContent(env, directory + file.name())) {
      return content.hiddenPuts(db, places);
    } catch (RocksDBException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }
}
