// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/**
 * The OM's buckets, read and laid out once and remembered until they change: every look asks for them, and they change
 * rarely. About 250 bytes for each bucket. Thread-safe.
 *
 * <p>Nothing was written to the table since if the database is the same, has the same memtables and as many entries in
 * them. If something was, which may be no more than how much a bucket uses, the records tell, see
 * {@link BucketRecords}. A bucket that was made since is seen once OM has flushed it, which takes milliseconds.
 */
public final class BucketCache {
  private Buckets known;
  private OmDatabase knownOf;
  private long memtables;
  private long entries;

  /** The buckets that the OM has now. */
  public synchronized Buckets of(OmDatabase database) throws DatabaseUnavailableException {
    // Before any record is looked at: what is written meanwhile is found next time.
    long memtablesNow = database.number(OMDBDefinition.BUCKET_TABLE, "rocksdb.current-super-version-number");
    long entriesNow = database.number(OMDBDefinition.BUCKET_TABLE, "rocksdb.num-entries-active-mem-table");
    boolean unwritten = database.isSameAs(knownOf) && memtablesNow == memtables && entriesNow == entries;
    if (known == null || known.lackVolume() || !unwritten && !known.areStillThoseOf(database.metadata())) {
      known = null;
      known = Buckets.read(database.metadata());
    }
    knownOf = database;
    memtables = memtablesNow;
    entries = entriesNow;
    return known;
  }
}
