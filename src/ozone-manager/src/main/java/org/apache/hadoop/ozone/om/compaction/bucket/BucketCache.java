// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/**
 * Remembers the OM's buckets and their spans until they change: every read needs them, and they change rarely. Takes
 * about 250 bytes for each bucket. Thread-safe.
 *
 * <p>The remembered buckets are returned if nothing was written to the bucket table since the last call. This is so if
 * the database and the table's memtables are the same, and the active memtable has the same number of entries. Most
 * writes change only a bucket's usage. So after a write the buckets are read again only if the hash of their ids and
 * layouts has changed. While the record of a bucket's volume is missing, each call reads the buckets again. A new
 * bucket is seen as soon as OM has flushed it, within milliseconds.
 */
public final class BucketCache {
  private Buckets known;
  private OmDatabase knownOf;
  private long memtables;
  private long entries;
  private long fingerprint;

  /** Returns the OM's present buckets. */
  public synchronized Buckets of(OmDatabase database) throws DatabaseUnavailableException {
    // Both numbers are read before the records, so that a write during the read is noticed next time.
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
