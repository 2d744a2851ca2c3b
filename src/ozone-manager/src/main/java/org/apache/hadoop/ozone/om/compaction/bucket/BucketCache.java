// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/**
 * Remembers the OM's buckets and the buckets' key ranges (spans) until they change. Takes about 250 bytes for each
 * bucket. Thread-safe.
 */
public final class BucketCache {
  private Buckets known;
  private OmDatabase knownOf;
  private Memtables memtables;
  private long fingerprint;

  public synchronized Buckets of(OmDatabase database) throws DatabaseUnavailableException {
    // Memtables are read before the records, so that a write during the read is noticed next time.
    Memtables memtablesNow = Memtables.read(database, OMDBDefinition.BUCKET_TABLE);
    boolean unwritten = database.isSameAs(knownOf) && memtablesNow.areUnchangedSince(memtables);
    // Most writes change only a bucket's usage. Spans are read again if ids or layouts have changed, or a volume lacks
    // its record. A bucket's names cannot change while its id stays the same.
    long fingerprintNow = unwritten ? fingerprint : Buckets.fingerprint(database.metadata());
    if (known == null || known.lackVolume() || fingerprintNow != fingerprint) {
      known = null;
      known = Buckets.read(database.metadata());
    }
    knownOf = database;
    memtables = memtablesNow;
    fingerprint = fingerprintNow;
    return known;
  }
}
