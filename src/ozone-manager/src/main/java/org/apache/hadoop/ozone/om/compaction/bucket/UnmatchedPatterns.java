// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;

/**
 * Finds patterns of exclusions that match no bucket. They are no fault: a job that is submitted each night may exclude
 * buckets that are there on some nights only. But a misspelt one excludes nothing.
 */
final class UnmatchedPatterns {
  private UnmatchedPatterns() {
  }

  /** @param patterns valid ones; those without {@code *} are names, which {@link TargetCheck} looks up */
  static List<String> sentences(OmDatabase database, List<String> patterns) throws DatabaseUnavailableException {
    Map<String, Exclusion> unmatched = new LinkedHashMap<>();
    patterns.stream().filter(pattern -> pattern.indexOf('*') >= 0)
        .forEach(pattern -> unmatched.put(pattern, Exclusion.of(Collections.singletonList(pattern))));
    if (!unmatched.isEmpty()) {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> buckets = database.metadata().getBucketIterator();
      while (buckets.hasNext() && !unmatched.isEmpty()) {
        OmBucketInfo bucket = buckets.next().getValue().getCacheValue();
        if (bucket != null && !bucket.isLink()) {
          unmatched.values().removeIf(exclusion ->
              exclusion.patternFor(bucket.getVolumeName(), bucket.getBucketName()).isPresent());
        }
      }
    }
    return unmatched.keySet().stream().map(pattern -> "'" + pattern + "' excludes nothing: no bucket matches it.")
        .collect(Collectors.toList());
  }
}
