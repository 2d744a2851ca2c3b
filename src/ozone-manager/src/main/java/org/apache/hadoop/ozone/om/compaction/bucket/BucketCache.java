// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/**
 * Remembers the OM's buckets and their spans until they change: every read needs them, and they change rarely. About
 * 250 bytes for each bucket. Thread-safe.
 *
 * <p>Nothing was written to the bucket table if the database is the same, has the same memtables and as many entries in
 * them. After a write, which may only change a bucket's usage, the records are compared by a hash. A new bucket is seen
 * once OM has flushed it, within milliseconds.
 */
public final class BucketCache {
  private Buckets known;
  private OmDatabase knownOf;
  private long memtables;
  private long entries;
  private long fingerprint;

  /** The OM's present buckets. */
  public synchronized Buckets of(OmDatabase database) throws DatabaseUnavailableException {
    // Read before the records, so that a write during the read is noticed next time.
    long memtablesNow = database.number(OMDBDefinition.BUCKET_TABLE, "rocksdb.current-super-version-number");
    long entriesNow = database.number(OMDBDefinition.BUCKET_TABLE, "rocksdb.num-entries-active-mem-table");
    boolean unwritten = database.isSameAs(knownOf) && memtablesNow == memtables && entriesNow == entries;
    long fingerprintNow = unwritten ? fingerprint : Buckets.fingerprint(database.metadata());
    if (known == null || known.lackVolume() || fingerprintNow != fingerprint) {
      known = null;
      known = Buckets.read(database.metadata());
    }
    knownOf = database;
    memtables = memtablesNow;
    entries = entriesNow;
    fingerprint = fingerprintNow;
    return known;
  }
}
