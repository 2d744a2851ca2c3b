// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.Iterator;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;

/** Finds the bucket that was probably meant by a name that does not exist. */
final class SimilarBucket {
  /** One letter in this many may differ. */
  private static final int LETTERS_PER_SLIP = 3;
  private static final int MAX_SLIPS = 3;
  /** Limits a refusal to 50 ms on a busy machine. */
  private static final int MAX_COMPARED = 20_000;

  private SimilarBucket() {
  }

  /**
   * Returns the question whether another bucket was meant: of those that differ in fewest letters, the first by name.
   * Reads the bucket table in memory, where the OM holds it completely.
   *
   * @param path {@code /volume/bucket} of no bucket
   * @return a sentence after a space; empty if no name is similar
   */
  static String question(OMMetadataManager metadata, String path) {
    LevenshteinDistance distance = new LevenshteinDistance(Math.min(MAX_SLIPS, path.length() / LETTERS_PER_SLIP));
    Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> buckets = metadata.getBucketIterator();
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < MAX_COMPARED && buckets.hasNext(); i++) {
      OmBucketInfo bucket = buckets.next().getValue().getCacheValue();
      if (bucket == null) {
        continue;
      }
      String other = Buckets.path(bucket.getVolumeName(), bucket.getBucketName());
      int slips = distance.apply(path, other);
      if (slips >= 0 && (slips < fewest || slips == fewest && other.compareTo(nearest) < 0)) {
        nearest = other;
        fewest = slips;
      }
    }
    return nearest == null ? "" : " Did you mean " + nearest + "?";
  }
}
