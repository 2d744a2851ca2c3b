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
 * The buckets that the OM knows at one moment, and their spans. Links are left out: their keys are their source's.
 * Immutable.
 */
public final class Buckets {
  /** The table whose spans are used for all tables. */
  private static final String ANY_TABLE = OMDBDefinition.KEY_TABLE;

  private final BucketRecords records;
  /** Spans by names of object store buckets. */
  private final List<BucketSpan> objects = new ArrayList<>();
  /** Spans by names of file-system-optimized buckets. */
  private final List<BucketSpan> files = new ArrayList<>();
  /** Spans by ids, by the names of volume and bucket. */
  private final Map<String, Map<String, BucketSpan>> ids = new HashMap<>();
  /** Layouts of spans; tables with the same kinds of spans share one. */
  private final Map<Integer, SpanSlots> layouts = new HashMap<>();

  private Buckets(BucketRecords records) {
    this.records = records;
  }

  /**
   * Reads the bucket table, which every OM holds whole in memory, as its own bucket list does.
   *
   * @throws DatabaseUnavailableException if the OM's database is closed meanwhile
   */
  public static Buckets read(OMMetadataManager metadata) throws DatabaseUnavailableException {
    Buckets buckets = new Buckets(new BucketRecords());
    Map<String, Volume> volumes = new HashMap<>();
    try {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> entries = metadata.getBucketIterator();
      while (entries.hasNext()) {
        Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>> entry = entries.next();
        OmBucketInfo record = entry.getValue().getCacheValue();
        buckets.records.add(entry.getKey(), record);
        if (record != null && !record.isLink()) {
          buckets.add(record, volume(metadata, record.getVolumeName(), volumes));
        }
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
    return buckets;
  }

  /** The needed parts of a volume's record. */
  private static final class Volume {
    private final String name;
    /** Null without a record. */
    private final Long id;

    Volume(String name, Long id) {
      this.name = name;
      this.id = id;
    }
  }

  private static Volume volume(OMMetadataManager metadata, String name, Map<String, Volume> known) throws IOException {
    Volume volume = known.get(name);
    if (volume == null) {
      OmVolumeArgs record = metadata.getVolumeTable().get(metadata.getVolumeKey(name));
      volume = new Volume(name, record == null ? null : record.getObjectID());
      known.put(name, volume);
    }
    return volume;
  }

  private void add(OmBucketInfo record, Volume volume) {
    String bucket = record.getBucketName();
    boolean hasIds = record.getBucketLayout().isFileSystemOptimized();
    (hasIds ? files : objects).add(span(path(volume.name, bucket), volume.name, bucket));
    if (hasIds && volume.id != null) {
      ids.computeIfAbsent(volume.name, name -> new HashMap<>()).put(bucket,
          span(path(volume.id.toString(), Long.toString(record.getObjectID())), volume.name, bucket));
    }
  }

  /** All keys below a path. */
  private static BucketSpan span(String path, String volume, String bucket) {
    return BucketSpan.below(ANY_TABLE, volume, bucket, prefix(path));
  }

  private static byte[] prefix(String path) {
    return (path + OzoneConsts.OM_KEY_PREFIX).getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the record of a bucket's volume is missing; it may be created later. */
  boolean lackVolume() {
    return byIds().count() < files.size();
  }

  /** Whether the OM still has the same buckets. */
  boolean areStillThoseOf(OMMetadataManager metadata) throws DatabaseUnavailableException {
    try {
      return records.areStillThoseOf(metadata);
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
  }

  /** Names of keys with ids. */
  public KeyNames names() {
    return new KeyNames(slots(OMDBDefinition.FILE_TABLE));
  }

  /** {@code /volume/bucket}. */
  public static String path(String volume, String bucket) {
    return OzoneConsts.OM_KEY_PREFIX + volume + OzoneConsts.OM_KEY_PREFIX + bucket;
  }

  /** Spans of all buckets in one table, without overlaps. */
  public List<BucketSpan> spans(String table) {
    return slots(table).matching(any -> true);
  }

  /** The same as a layout. */
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
        // Names may be digits: in a table with both kinds of keys these belong to the bucket with such names.
        SpanSlots names = slots(OMDBDefinition.MULTIPART_INFO_TABLE);
        byIds().filter(span -> names.holding(span.begin()) == null).forEach(spans::add);
      } else if (byIds) {
        byIds().forEach(spans::add);
      }
      layout = new SpanSlots(ANY_TABLE, spans);
      layouts.put(kinds, layout);
    }
    return layout.in(table);
  }

  /** Spans of some buckets in one table. */
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
      if (byIds != null && byIds.in(table).equals(slots.holding(byIds.begin()))) {
        found.add(byIds.in(table));
      }
    }
    return found;
  }

  private Stream<BucketSpan> byIds() {
    return ids.values().stream().flatMap(volume -> volume.values().stream());
  }

  /** Null unless a file-system-optimized bucket has this path. */
  private BucketSpan byIds(String path) {
    String[] names = path.split(OzoneConsts.OM_KEY_PREFIX, 3);
    return names.length < 3 ? null : ids.getOrDefault(names[1], Collections.emptyMap()).get(names[2]);
  }
}
