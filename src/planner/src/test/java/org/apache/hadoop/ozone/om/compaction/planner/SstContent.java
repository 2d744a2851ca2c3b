// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** One SST file of a {@link RocksTable}, opened by itself. */
final class SstContent implements AutoCloseable {
  private static final int SAMPLE = 64;

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

  /** Looks up a live key behind each place that has one before the next place. */
  HiddenPuts hiddenPuts(RocksDB db, List<byte[]> places) throws RocksDBException {
    long hidden = 0;
    long sampled = 0;
    try (ReadOptions read = new ReadOptions(); SstFileReaderIterator keys = reader.newIterator(read)) {
      for (int i = 0; i < places.size(); i++) {
        byte[] found = SampledKey.find(new Puts(keys), places.get(i), i + 1 < places.size() ? places.get(i + 1) : null);
        if (found == null) {
          continue;
        }
        keys.seek(found);
        for (int steps = TableSamples.stepsBehind(places.get(i)); keys.isValid() && steps > 0; steps--) {
          keys.next();
        }
        if (keys.isValid()) {
          sampled++;
          hidden += Arrays.equals(keys.value(), db.get(keys.key())) ? 0 : 1;
        }
        keys.status();
      }
    }
    return sampled == 0 ? null : new HiddenPuts(hidden, sampled);
  }

  private record Puts(SstFileReaderIterator keys) implements SampledKey.FileKeys<RocksDBException> {
    @Override
    public byte[] atOrBehind(byte[] place) {
      keys.seek(place);
      return keys.isValid() ? keys.key() : null;
    }

    @Override
    public byte[] before(byte[] place) {
      keys.seekForPrev(place);
      if (keys.isValid() && Arrays.equals(keys.key(), place)) {
        keys.prev();
      }
      return keys.isValid() ? keys.key() : null;
    }
  }

  @Override
  public void close() {
    reader.close();
    options.close();
    steps.close();
  }
}
