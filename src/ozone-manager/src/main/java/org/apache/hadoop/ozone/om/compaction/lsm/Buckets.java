// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;

/**
 * The buckets that the OM knows at one moment, and their spans. Links are left out: their keys are their source's.
 * Immutable.
 */
public final class Buckets {
  private final Map<String, Bucket> byPath;
  private final KeyNames names;

  private Buckets(Map<String, Bucket> byPath, KeyNames names) {
    this.byPath = byPath;
    this.names = names;
  }

  /**
   * Reads the bucket table, which every OM holds whole in memory, as its own bucket list does.
   *
   * @throws DatabaseUnavailableException if the OM's database is closed meanwhile
   */
  public static Buckets read(OMMetadataManager metadata) throws DatabaseUnavailableException {
    Map<String, Bucket> byPath = new LinkedHashMap<>();
    Map<String, String> idPaths = new HashMap<>();
    Map<String, Long> volumeIds = new HashMap<>();
    try {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> records = metadata.getBucketIterator();
      while (records.hasNext()) {
        OmBucketInfo record = records.next().getValue().getCacheValue();
        if (record != null && !record.isLink()) {
          String path = path(record.getVolumeName(), record.getBucketName());
          byPath.put(path, new Bucket(record));
          Long volumeId = volumeId(metadata, record.getVolumeName(), volumeIds);
          if (volumeId != null && record.getBucketLayout().isFileSystemOptimized()) {
            idPaths.put(path, path(volumeId.toString(), Long.toString(record.getObjectID())));
          }
        }
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
    idPaths.forEach((path, idPath) -> byPath.get(path).setIds(new Prefix(idPath), byPath.containsKey(idPath)));
    return new Buckets(byPath, new KeyNames(idPaths));
  }

  /** What keys with ids stand for. */
  public KeyNames names() {
    return names;
  }

  private static Long volumeId(OMMetadataManager metadata, String name, Map<String, Long> known) throws IOException {
    if (!known.containsKey(name)) {
      OmVolumeArgs volume = metadata.getVolumeTable().get(metadata.getVolumeKey(name));
      known.put(name, volume == null ? null : volume.getObjectID());
    }
    return known.get(name);
  }

  /** {@code /volume/bucket}. */
  public static String path(String volume, String bucket) {
    return OzoneConsts.OM_KEY_PREFIX + volume + OzoneConsts.OM_KEY_PREFIX + bucket;
  }

  /** Spans of all buckets in one table; none overlaps another. */
  public List<BucketSpan> spans(String table) {
    List<BucketSpan> spans = new ArrayList<>(byPath.size());
    for (Bucket bucket : byPath.values()) {
      boolean names = SpanTables.isKeyedByNames(table, bucket.layout);
      if (names) {
        spans.add(bucket.span(table, bucket.byNames));
      }
      if (bucket.byIds != null && SpanTables.isKeyedByIds(table, bucket.layout) && !(names && bucket.idsAreAName)) {
        spans.add(bucket.span(table, bucket.byIds));
      }
    }
    return spans;
  }

  /** What is needed of a bucket's record. The keys are shared by the spans of all tables. */
  private static final class Bucket {
    private final String volume;
    private final String name;
    private final BucketLayout layout;
    private final Prefix byNames;
    /** Null if there are no keys by ids. */
    private Prefix byIds;
    /** The digits are also the name of another bucket: in a table with keys of both kinds they are that one's. */
    private boolean idsAreAName;

    Bucket(OmBucketInfo record) {
      volume = record.getVolumeName();
      name = record.getBucketName();
      layout = record.getBucketLayout();
      byNames = new Prefix(path(volume, name));
    }

    void setIds(Prefix ids, boolean areAName) {
      byIds = ids;
      idsAreAName = areAName;
    }

    BucketSpan span(String table, Prefix keys) {
      return new BucketSpan(table, volume, name, keys.begin, keys.end);
    }
  }

  /** All keys below a path. */
  private static final class Prefix {
    private final byte[] begin;
    private final byte[] end;

    Prefix(String path) {
      begin = (path + OzoneConsts.OM_KEY_PREFIX).getBytes(StandardCharsets.UTF_8);
      end = Arrays.copyOf(begin, begin.length);
      end[end.length - 1]++;
    }
  }
}
