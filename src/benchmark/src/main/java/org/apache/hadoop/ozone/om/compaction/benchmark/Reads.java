// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.hdds.utils.db.TableIterator;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.helpers.OmKeyInfo;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Times of reads at the slowest of some places in microseconds, each the median of many.
 *
 * @param seek time of a seek to the next live key
 * @param list time of a list of up to 100 keys, as OM lists them
 */
record Reads(double seek, double list) {
  /** Dead entries that a seek may step over at a place that is not slow, some milliseconds' worth. */
  static final int MAX_SKIPPED = 5_000;
  private static final int LISTED = 100;
  private static final int MIN_TIMES = 5;
  private static final int MAX_TIMES = 501;
  private static final long MAX_NANOS = 50_000_000;

  /**
   * Walks over all live keys. @return the number of places where the step to the next key passes more than {@link
   * #MAX_SKIPPED} dead entries
   */
  static int slowPlaces(OmDb db, String table) throws RocksDBException {
    int places = 0;
    try (ReadOptions limit = new ReadOptions().setMaxSkippableInternalKeys(MAX_SKIPPED);
         RocksIterator limited = db.rocksDb().newIterator(db.handle(table), limit);
         RocksIterator patient = db.rocksDb().newIterator(db.handle(table))) {
      patient.seekToFirst();
      limited.seekToFirst();
      while (true) {
        byte[] last = null;
        for (; limited.isValid(); limited.next()) {
          last = limited.key();
        }
        if (!SkipLimit.gaveUp(limited)) {
          return places;
        }
        places++;
        if (last != null) {
          patient.seek(last);
          patient.next();
        }
        if (!patient.isValid()) {
          patient.status();
          return places;
        }
        limited.seek(patient.key());
      }
    }
  }

  static Reads of(OmDb db, List<Case.Place> places) throws Exception {
    Reads worst = new Reads(0, 0);
    for (Case.Place place : places) {
      worst = new Reads(Math.max(worst.seek, median(() -> seek(db, place))),
          Math.max(worst.list, median(() -> list(db, place))));
    }
    return worst;
  }

  private static boolean seek(OmDb db, Case.Place place) {
    try (RocksIterator rows = db.rocksDb().newIterator(db.handle(place.bucket().table()))) {
      rows.seek(place.key());
      return rows.isValid();
    }
  }

  /**
   * Lists keys: for an OBS bucket as a client's list; for an FSO bucket by the iterator over a directory's files that
   * is a part of it.
   */
  private static int list(OmDb db, Case.Place place) throws IOException {
    Bucket bucket = place.bucket();
    if (bucket.table().equals(OMDBDefinition.KEY_TABLE)) {
      String begin = place.firstRow() < 0 ? "" : BucketRows.name(place.firstRow());
      return db.metadata().listKeys(bucket.volume(), bucket.name(), begin, "", LISTED).getKeys().size();
    }
    int listed = 0;
    try (TableIterator<String, ? extends Table.KeyValue<String, OmKeyInfo>> files =
             db.metadata().getFileTable().iterator(new String(bucket.begin(), StandardCharsets.UTF_8))) {
      while (listed < LISTED && files.hasNext()) {
        files.next();
        listed++;
      }
    }
    return listed;
  }

  private static double median(Callable<?> call) throws Exception {
    double[] taken = new double[MAX_TIMES];
    int times = 0;
    for (long began = System.nanoTime();
         times < MIN_TIMES || times < MAX_TIMES && System.nanoTime() - began < MAX_NANOS; times++) {
      long from = System.nanoTime();
      call.call();
      taken[times] = (System.nanoTime() - from) / 1e3;
    }
    Arrays.sort(taken, 0, times);
    return taken[times / 2];
  }
}
