// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** One SST file of a {@link RocksTable}, opened by itself. */
final class SstContent implements AutoCloseable {
  private final Statistics steps = new Statistics();
  private final Options options;
  private final SstFileReader reader;

  SstContent(Env env, String path) throws RocksDBException {
    options = new Options().setEnv(env).setStatistics(steps).setMaxSequentialSkipInIterations(Long.MAX_VALUE);
    reader = new SstFileReader(options);
    reader.open(path);
  }

  /** An iterator steps over tombstones, and tells of its steps when it is closed. */
  boolean holdsTombstones(KeyRange range) throws RocksDBException {
    try (Slice begin = new Slice(range.begin());
         Slice end = new Slice(Keys.after(range.lastKey()));
         ReadOptions read = new ReadOptions().setIterateLowerBound(begin).setIterateUpperBound(end);
         SstFileReaderIterator keys = reader.newIterator(read)) {
      keys.seekToFirst();
      while (keys.isValid()) {
        keys.next();
      }
      keys.status();
    }
    return steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP) > 0;
  }

  @Override
  public void close() {
    reader.close();
    options.close();
    steps.close();
  }
}
