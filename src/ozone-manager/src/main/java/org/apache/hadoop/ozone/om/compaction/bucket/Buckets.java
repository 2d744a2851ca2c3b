// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;

/**
 * The buckets that the OM knows at one moment, and their spans. Links are left out, as a link has no keys of its own.
 * Immutable.
 */
public final class Buckets {
  /** A placeholder for the table name in spans that several tables share; {@link SpanSlots#forTable} replaces it. */
  private static final String ANY_TABLE = OMDBDefinition.KEY_TABLE;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  /** The key ranges below {@code /volume/bucket/} of buckets that are not file-system-optimized. */
  private final List<BucketSpan> objects = new ArrayList<>();
  /** The key ranges below {@code /volume/bucket/} of file-system-optimized buckets. */
  private final List<BucketSpan> files = new ArrayList<>();
  /** Key ranges below {@code /volumeId/bucketId/} of file-system-optimized buckets, by volume, then by bucket name. */
  private final Map<String, Map<String, BucketSpan>> ids = new HashMap<>();
  /** Spans by mask: 1 for {@link #objects}, 2 for {@link #files}, 4 for {@link #ids}; tables of one mask share them. */
  private final Map<Integer, SpanSlots> layouts = new HashMap<>();

  private Buckets() {
  }

  /**
   * Reads the bucket table from memory, where every OM holds it whole.
   *
   * @throws DatabaseUnavailableException if the OM's database is closed meanwhile
   */
  public static Buckets read(OMMetadataManager metadata) throws DatabaseUnavailableException {
    Buckets buckets = new Buckets();
    Map<String, Long> volumeIds = new HashMap<>();
    try {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> entries = metadata.getBucketIterator();
      while (entries.hasNext()) {
        OmBucketInfo record = entries.next().getValue().getCacheValue();
        if (record != null && !record.isLink()) {
          buckets.add(record, volumeId(metadata, record.getVolumeName(), volumeIds));
        }
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
    return buckets;
  }

  /** A hash of all ids and layouts: if it is unchanged, so are the spans. Takes some nanoseconds for each bucket. */
  static long fingerprint(OMMetadataManager metadata) {
    long hash = 0;
    Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> entries = metadata.getBucketIterator();
    while (entries.hasNext()) {
      OmBucketInfo record = entries.next().getValue().getCacheValue();
      if (record != null) {
        int kind = record.isLink() ? 1 : record.getBucketLayout().isFileSystemOptimized() ? 2 : 3;
        hash = (hash ^ (31 * record.getObjectID() + kind)) * HASH_FACTOR;
        hash ^= hash >>> 32;
      }
    }
    return hash;
  }

  /** Returns the id of a volume; null if the volume has no record. */
  private static Long volumeId(OMMetadataManager metadata, String name, Map<String, Long> known) throws IOException {
    if (!known.containsKey(name)) {
      OmVolumeArgs record = metadata.getVolumeTable().get(metadata.getVolumeKey(name));
      known.put(name, record == null ? null : record.getObjectID());
    }
    return known.get(name);
  }

  /** @param volumeId null if the volume has no record */
  private void add(OmBucketInfo record, Long volumeId) {
    String volume = record.getVolumeName();
    String bucket = record.getBucketName();
    boolean hasIds = record.getBucketLayout().isFileSystemOptimized();
    (hasIds ? files : objects).add(span(path(volume, bucket), volume, bucket));
    if (hasIds && volumeId != null) {
      ids.computeIfAbsent(volume, name -> new HashMap<>()).put(bucket,
          span(path(volumeId.toString(), Long.toString(record.getObjectID())), volume, bucket));
    }
  }

  private static BucketSpan span(String path, String volume, String bucket) {
    return BucketSpan.below(ANY_TABLE, volume, bucket, prefix(path));
  }

  private static byte[] prefix(String path) {
    return (path + OzoneConsts.OM_KEY_PREFIX).getBytes(StandardCharsets.UTF_8);
  }

  /** True if a file-system-optimized bucket lacks {@code /volumeId/bucketId/}, as its volume has no record yet. */
  boolean lackVolume() {
    return ids.values().stream().mapToInt(Map::size).sum() < files.size();
  }

  /** Returns an object that translates the ids of volumes and buckets in keys to names. */
  public KeyNames names() {
    return new KeyNames(slots(OMDBDefinition.FILE_TABLE));
  }

  /** Returns {@code /volume/bucket}. */
  public static String path(String volume, String bucket) {
    return OzoneConsts.OM_KEY_PREFIX + volume + OzoneConsts.OM_KEY_PREFIX + bucket;
  }

  /** Divides the keys of a table into the spans of all buckets and the gaps between these spans. */
  public synchronized SpanSlots slots(String table) {
    boolean ofObjects = SpanTables.isKeyedByNames(table, BucketLayout.OBJECT_STORE);
    boolean ofFiles = SpanTables.isKeyedByNames(table, BucketLayout.FILE_SYSTEM_OPTIMIZED);
    boolean byIds = SpanTables.isKeyedByIds(table, BucketLayout.FILE_SYSTEM_OPTIMIZED);
    int kinds = (ofObjects ? 1 : 0) + (ofFiles ? 2 : 0) + (byIds ? 4 : 0);
    SpanSlots layout = layouts.get(kinds);
    if (layout == null) {
      List<BucketSpan> spans = new ArrayList<>(ofObjects ? objects : new ArrayList<>());
      spans.addAll(ofFiles ? files : new ArrayList<>());
      if (byIds && ofFiles) {
        // The path /100/200 can be the names of one bucket and the ids of another. Keys below this path then belong to
        // the bucket with these names.
        SpanSlots names = slots(OMDBDefinition.MULTIPART_INFO_TABLE);
        byIds().filter(span -> names.holding(span.begin()) == null).forEach(spans::add);
      } else if (byIds) {
        byIds().forEach(spans::add);
      }
      layout = new SpanSlots(ANY_TABLE, spans);
      layouts.put(kinds, layout);
    }
    return layout.forTable(table);
  }

  /**
   * The spans of buckets, {@code /volume/bucket}, that exist; a bucket can have two: keys by names, and keys by ids.
   */
  public List<BucketSpan> spans(String table, Collection<String> paths) {
    SpanSlots slots = slots(table);
    List<BucketSpan> found = new ArrayList<>();
    for (String path : paths) {
      byte[] begin = prefix(path);
      BucketSpan byNames = slots.holding(begin);
      if (byNames != null && Arrays.equals(byNames.begin(), begin)) {
        found.add(byNames);
      }
      BucketSpan byIds = byIds(path);
      if (byIds != null && byIds.inTable(table).equals(slots.holding(byIds.begin()))) {
        found.add(byIds.inTable(table));
      }
    }
    return found;
  }

  private Stream<BucketSpan> byIds() {
    return ids.values().stream().flatMap(volume -> volume.values().stream());
  }

  /** Null if no file-system-optimized bucket has this path, or if its volume has no record. */
  private BucketSpan byIds(String path) {
    String[] names = path.split(OzoneConsts.OM_KEY_PREFIX, 3);
    return names.length < 3 ? null : ids.getOrDefault(names[1], Collections.emptyMap()).get(names[2]);
  }
}
