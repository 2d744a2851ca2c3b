// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * What targets mean in one table: how its keys are laid out in spans, and which spans are meant. Unknown volumes and
 * buckets have no spans; they may have been deleted since somebody asked.
 */
final class TargetSpans {
  private final List<BucketSpan> layout;
  private final List<BucketSpan> named;

  private TargetSpans(List<BucketSpan> layout, List<BucketSpan> named) {
    this.layout = layout;
    this.named = named;
  }

  /** Tables that the targets reach, in the order of {@link SpanTables#names}. */
  static List<String> tables(Targets targets) {
    Set<String> tables = new HashSet<>(
        targets.getTablesCount() > 0 ? targets.getTablesList() : SpanTables.names());
    if (targets.getKeyRangesCount() > 0) {
      Set<String> ofRanges = new HashSet<>();
      targets.getKeyRangesList().forEach(range -> ofRanges.add(range.getTable()));
      tables.retainAll(ofRanges);
    }
    List<String> ordered = new ArrayList<>(SpanTables.names());
    ordered.retainAll(tables);
    return ordered;
  }

  /** Whether no volume, bucket or key range is named. */
  static boolean isEverything(Targets targets) {
    return targets.getVolume().isEmpty() && targets.getBucketsCount() == 0 && targets.getKeyRangesCount() == 0;
  }

  /**
   * The keys that are meant where not everything is: the named spans or, of a volume, all keys from its first bucket to
   * its last one's, also those that a deleted bucket has left between.
   */
  static List<BucketSpan> regions(Targets targets, List<SpanCensus> named) {
    List<BucketSpan> spans = named.stream().map(SpanCensus::span).collect(Collectors.toList());
    return targets.getBucketsCount() > 0 || targets.getKeyRangesCount() > 0 ? spans : hulls(spans);
  }

  /** Spans by the first part of their path, which is the volume's name or id. */
  private static List<BucketSpan> hulls(List<BucketSpan> spans) {
    Map<String, BucketSpan> hulls = new LinkedHashMap<>();
    for (BucketSpan span : spans) {
      String path = new String(span.begin(), StandardCharsets.UTF_8);
      hulls.merge(path.substring(0, path.indexOf('/', 1)), span, (a, b) -> BucketSpan.unattributed(a.table(),
          Keys.compare(a.begin(), b.begin()) < 0 ? a.begin() : b.begin(),
          Keys.compare(a.end(), b.end()) < 0 ? b.end() : a.end()));
    }
    return new ArrayList<>(hulls.values());
  }

  static TargetSpans of(Targets targets, String table, Buckets buckets) {
    List<BucketSpan> all = buckets.spans(table);
    if (targets.getKeyRangesCount() > 0) {
      List<BucketSpan> ranges = ranges(targets, table, all);
      return new TargetSpans(ranges, ranges);
    }
    if (targets.getVolume().isEmpty() && targets.getBucketsCount() == 0) {
      return new TargetSpans(all, null);
    }
    Set<String> paths = new HashSet<>(targets.getBucketsList());
    List<BucketSpan> named = new ArrayList<>();
    for (BucketSpan span : all) {
      if ((targets.getVolume().isEmpty() || targets.getVolume().equals(span.volume()))
          && (paths.isEmpty() || paths.contains(Buckets.path(span.volume(), span.bucket())))) {
        named.add(span);
      }
    }
    return new TargetSpans(all, named);
  }

  /** Key ranges with overlapping ones joined. One that lies in a bucket carries the bucket's name. */
  private static List<BucketSpan> ranges(Targets targets, String table, List<BucketSpan> buckets) {
    List<BucketSpan> ranges = new ArrayList<>();
    for (CompactionProtos.KeyRange range : targets.getKeyRangesList()) {
      if (range.getTable().equals(table)) {
        ranges.add(BucketSpan.unattributed(table,
            new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray())));
      }
    }
    ranges.sort((a, b) -> Keys.compare(a.begin(), b.begin()));
    List<BucketSpan> joined = new ArrayList<>();
    for (BucketSpan range : ranges) {
      BucketSpan last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && Keys.compare(range.begin(), last.end()) <= 0) {
        byte[] end = Keys.compare(range.end(), last.end()) > 0 ? range.end() : last.end();
        joined.set(joined.size() - 1, BucketSpan.unattributed(table, last.begin(), end));
      } else {
        joined.add(range);
      }
    }
    TreeMap<byte[], BucketSpan> byBegin = new TreeMap<>(Keys::compare);
    buckets.forEach(bucket -> byBegin.put(bucket.begin(), bucket));
    joined.replaceAll(range -> attributed(range, byBegin));
    return joined;
  }

  private static BucketSpan attributed(BucketSpan range, TreeMap<byte[], BucketSpan> buckets) {
    Map.Entry<byte[], BucketSpan> before = buckets.floorEntry(range.begin());
    if (before == null || Keys.compare(range.end(), before.getValue().end()) > 0) {
      return range;
    }
    BucketSpan bucket = before.getValue();
    return new BucketSpan(range.table(), bucket.volume(), bucket.bucket(), range.begin(), range.end());
  }

  /** The table's keys as spans that do not overlap. */
  List<BucketSpan> layout() {
    return Collections.unmodifiableList(layout);
  }

  /** Whether the whole table is meant, keys without a bucket too. */
  boolean isEverything() {
    return named == null;
  }

  /** The spans that are meant; those of the layout if everything is. */
  List<BucketSpan> named() {
    return Collections.unmodifiableList(named == null ? layout : named);
  }
}
