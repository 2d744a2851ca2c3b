// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Finds every place of a table where a list waits, whatever a plan says of it. */
final class Recall {
  /** Dead entries that a seek may step over, some milliseconds' worth. */
  static final int MAX_SKIPPED = 5_000;

  private Recall() {
  }

  /** Walks over all live keys. @return the number of places where the step to the next key passes more dead entries */
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
}
