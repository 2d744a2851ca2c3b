// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;

/**
 * The parts of bucket records that determine spans, to detect changes. The bucket table is written with every committed
 * key, as it holds the bucket's usage, so all records are compared, which costs some nanoseconds each. The table's
 * cache holds them all, including unflushed ones, and has a new key object for every record that is new, also after a
 * restart or a checkpoint. A bucket that was deleted and created again in between has another id.
 */
final class BucketRecords {
  private static final int FIRST_ROOM = 64;

  private CacheKey<?>[] keys = new CacheKey<?>[FIRST_ROOM];
  private long[] ids = new long[FIRST_ROOM];
  private byte[] kinds = new byte[FIRST_ROOM];
  private int count;

  /** @param record null if it was deleted */
  void add(CacheKey<?> key, OmBucketInfo record) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      ids = Arrays.copyOf(ids, 2 * count);
      kinds = Arrays.copyOf(kinds, 2 * count);
    }
    keys[count] = key;
    ids[count] = record == null ? 0 : record.getObjectID();
    kinds[count] = kind(record);
    count++;
  }

  private static byte kind(OmBucketInfo record) {
    return (byte) (record == null ? 0 : record.isLink() ? 1 : record.getBucketLayout().isFileSystemOptimized() ? 2 : 3);
  }

  boolean areStillThoseOf(OMMetadataManager metadata) throws IOException {
    Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> entries = metadata.getBucketIterator();
    int same = 0;
    while (entries.hasNext()) {
      Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>> entry = entries.next();
      if (same == count || !isSame(same, entry.getKey(), entry.getValue().getCacheValue())) {
        return false;
      }
      same++;
    }
    return same == count;
  }

  private boolean isSame(int place, CacheKey<?> key, OmBucketInfo record) {
    return keys[place] == key && ids[place] == (record == null ? 0 : record.getObjectID())
        && kinds[place] == kind(record);
  }
}
