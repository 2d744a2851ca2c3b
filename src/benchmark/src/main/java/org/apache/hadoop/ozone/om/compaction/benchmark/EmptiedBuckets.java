// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/** An om.db of many small buckets whose keys are deleted: all of them, or the first few of each. */
public final class EmptiedBuckets implements AutoCloseable {
  private static final String TABLE = OMDBDefinition.KEY_TABLE;

  private final OmDb db;

  private EmptiedBuckets(OmDb db) {
    this.db = db;
  }

  /**
   * Makes the database.
   *
   * @param directory used for nothing else; its content is deleted
   * @param deleted   how many of the rows of a bucket are deleted
   */
  public static EmptiedBuckets make(Path directory, int buckets, int rows, int deleted)
      throws IOException, RocksDBException {
    EmptiedBuckets made = new EmptiedBuckets(OmDb.create(directory));
    made.db.holdStill(TABLE);
    Bucket[] all = new Bucket[buckets];
    for (int b = 0; b < buckets; b++) {
      all[b] = made.db.bucket(String.format("bucket-%06d", b), BucketLayout.OBJECT_STORE);
      for (int row = 0; row < rows; row++) {
        made.db.put(all[b], row);
      }
    }
    made.db.flush(TABLE);
    made.db.settle(TABLE);
    for (Bucket bucket : all) {
      for (int row = 0; row < deleted; row++) {
        made.db.delete(bucket.rows(), row);
      }
    }
    made.db.flush(TABLE);
    return made;
  }

  public OMMetadataManager metadata() {
    return db.metadata();
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
