// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;

/**
 * The buckets that the OM knows at one moment, and their spans. Links are left out: their keys are their source's.
 * Immutable.
 */
public final class Buckets {
  private final Map<String, OmBucketInfo> byPath;
  private final Map<String, Long> volumeIds;
  private final Set<String> links;

  private Buckets(Map<String, OmBucketInfo> byPath, Map<String, Long> volumeIds, Set<String> links) {
    this.byPath = byPath;
    this.volumeIds = volumeIds;
    this.links = links;
  }

  /**
   * Reads the bucket table, which every OM holds whole in memory, as its own bucket list does.
   *
   * @throws DatabaseUnavailableException if the OM's database is closed meanwhile
   */
  public static Buckets read(OMMetadataManager metadata) throws DatabaseUnavailableException {
    Map<String, OmBucketInfo> byPath = new LinkedHashMap<>();
    Map<String, Long> volumeIds = new HashMap<>();
    Set<String> links = new HashSet<>();
    try {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> records = metadata.getBucketIterator();
      while (records.hasNext()) {
        OmBucketInfo bucket = records.next().getValue().getCacheValue();
        if (bucket != null) {
          String path = path(bucket.getVolumeName(), bucket.getBucketName());
          if (bucket.isLink()) {
            links.add(path);
          } else {
            byPath.put(path, bucket);
          }
          if (!volumeIds.containsKey(bucket.getVolumeName())) {
            OmVolumeArgs volume = metadata.getVolumeTable().get(metadata.getVolumeKey(bucket.getVolumeName()));
            volumeIds.put(bucket.getVolumeName(), volume == null ? null : volume.getObjectID());
          }
        }
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
    return new Buckets(byPath, volumeIds, links);
  }

  /** {@code /volume/bucket}. */
  public static String path(String volume, String bucket) {
    return OzoneConsts.OM_KEY_PREFIX + volume + OzoneConsts.OM_KEY_PREFIX + bucket;
  }

  /** @param path {@code /volume/bucket} */
  public boolean contains(String path) {
    return byPath.containsKey(path);
  }

  /**
   * Whether this is a link to another bucket and so has no keys of its own.
   *
   * @param path {@code /volume/bucket}
   */
  public boolean isLink(String path) {
    return links.contains(path);
  }

  /** Spans of all buckets in one table; none overlaps another. */
  public List<BucketSpan> spans(String table) {
    List<BucketSpan> spans = new ArrayList<>(byPath.size());
    Set<String> prefixes = new HashSet<>();
    for (OmBucketInfo bucket : byPath.values()) {
      if (SpanTables.isKeyedByNames(table, bucket.getBucketLayout())) {
        add(spans, prefixes, table, bucket, path(bucket.getVolumeName(), bucket.getBucketName()));
      }
    }
    // Names come first: the ids of one bucket could be the digits that another one has for a name.
    for (OmBucketInfo bucket : byPath.values()) {
      Long volumeId = volumeIds.get(bucket.getVolumeName());
      if (volumeId != null && SpanTables.isKeyedByIds(table, bucket.getBucketLayout())) {
        add(spans, prefixes, table, bucket, path(volumeId.toString(), Long.toString(bucket.getObjectID())));
      }
    }
    return spans;
  }

  private static void add(List<BucketSpan> spans, Set<String> prefixes, String table, OmBucketInfo bucket,
      String path) {
    if (prefixes.add(path)) {
      byte[] begin = (path + OzoneConsts.OM_KEY_PREFIX).getBytes(StandardCharsets.UTF_8);
      byte[] end = Arrays.copyOf(begin, begin.length);
      end[end.length - 1]++;
      spans.add(new BucketSpan(table, bucket.getVolumeName(), bucket.getBucketName(), begin, end));
    }
  }
}
