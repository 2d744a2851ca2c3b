// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;

/**
 * The key ranges (spans) of one table for which entries are counted, and those among them that a request targets.
 * Volumes and buckets that do not exist have no spans.
 */
public final class TargetSpans {
  private final SpanSlots buckets;
  private final SpanSlots layout;
  private final List<BucketSpan> named;
  private final Exclusion exclusion;

  /**
   * @param layout the spans to count
   * @param named  the target spans; null if the targets are all keys
   */
  private TargetSpans(SpanSlots buckets, SpanSlots layout, List<BucketSpan> named, Exclusion exclusion) {
    this.buckets = buckets;
    this.layout = layout;
    this.named = named;
    this.exclusion = exclusion;
  }

  /** Returns the tables of the targets that the database has, in the order of {@link OmDatabase#tables}. */
  public static List<String> tables(Targets targets, OmDatabase database) {
    List<String> ordered = database.tables();
    Set<String> tables = new HashSet<>(targets.getTablesCount() > 0 ? targets.getTablesList() : ordered);
    if (targets.getKeyRangesCount() > 0) {
      Set<String> ofRanges = new HashSet<>();
      targets.getKeyRangesList().forEach(range -> ofRanges.add(range.getTable()));
      tables.retainAll(ofRanges);
    }
    ordered.retainAll(tables);
    return ordered;
  }

  /** True if a request names no keys. Its targets are all keys but those that it excludes. */
  public static boolean isEverything(Targets targets) {
    return targets.getVolume().isEmpty() && areVolumes(targets);
  }

  /** True if the targets are a whole volume or all keys, with or without exclusions. */
  public static boolean areVolumes(Targets targets) {
    return targets.getBucketsCount() == 0 && targets.getKeyRangesCount() == 0;
  }

  /** The keys of a key range, which may lie in several buckets. */
  public static BucketSpan span(CompactionProtos.KeyRange range) {
    return BucketSpan.unattributed(range.getTable(),
        new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray()));
  }

  public static TargetSpans of(Targets targets, String table, Buckets buckets) {
    SpanSlots all = buckets.slots(table);
    Exclusion exclusion = Exclusion.of(targets.getExcludeList());
    if (targets.getKeyRangesCount() > 0) {
      List<BucketSpan> ranges = ranges(targets, table, all, exclusion);
      return new TargetSpans(all, new SpanSlots(table, ranges), ranges, exclusion);
    }
    return new TargetSpans(all, all, isEverything(targets) ? null : namedSpans(targets, table, buckets), exclusion);
  }

  private static List<BucketSpan> namedSpans(Targets targets, String table, Buckets buckets) {
    String volume = targets.getVolume();
    if (targets.getBucketsCount() == 0) {
      return buckets.slots(table).matching(span -> span.volume().equals(volume));
    }
    List<BucketSpan> named = buckets.spans(table, new HashSet<>(targets.getBucketsList()));
    named.removeIf(span -> !volume.isEmpty() && !span.volume().equals(volume));
    return named;
  }

  /**
   * Joins ranges that overlap or touch, then splits them where excluded buckets begin and end. Returns excluded parts
   * too. A range within one bucket has the bucket's name.
   */
  private static List<BucketSpan> ranges(Targets targets, String table, SpanSlots buckets, Exclusion exclusion) {
    List<BucketSpan> ranges = new ArrayList<>();
    for (CompactionProtos.KeyRange range : targets.getKeyRangesList()) {
      if (range.getTable().equals(table)) {
        ranges.add(span(range));
      }
    }
    List<BucketSpan> excluded = excluded(buckets, exclusion);
    List<BucketSpan> cut = new ArrayList<>();
    for (BucketSpan range : BucketSpan.joined(ranges)) {
      range.beside(excluded).forEach(part -> cut.add(attributed(part, buckets.holding(part.begin()))));
      excluded.stream().filter(range::overlaps).forEach(bucket -> cut.add(bucket.cutTo(range)));
    }
    return cut;
  }

  /** The keys of all excluded buckets in a table, also of those that are not among the targets, in key order. */
  public static List<BucketSpan> excluded(Targets targets, String table, Buckets buckets) {
    return excluded(buckets.slots(table), Exclusion.of(targets.getExcludeList()));
  }

  private static List<BucketSpan> excluded(SpanSlots buckets, Exclusion exclusion) {
    return exclusion.isEmpty() ? Collections.emptyList()
        : buckets.matching(span -> patternFor(span, exclusion) != null);
  }

  /** Gives a range the name of {@code bucket}, where it begins, if it lies there whole; the bucket can be null. */
  private static BucketSpan attributed(BucketSpan range, BucketSpan bucket) {
    return bucket == null || Keys.compare(range.end(), bucket.end()) > 0 ? range
        : new BucketSpan(range.table(), bucket.volume(), bucket.bucket(), range.begin(), range.end());
  }

  /** Counts the whole table, span by span of this request; not remembered if that names key ranges. */
  public TableStatistics statistics(OmDatabase database, LsmTable table, FileProfiles profiles, StatisticsCache known) {
    return layout == buckets ? known.of(database, table, layout, profiles)
        : TableStatistics.take(table, layout, profiles);
  }

  /** Selected files that overlap a target that is not excluded; all selected ones if the target is the whole table. */
  public Collection<FileToScan> filesOf(TableStatistics statistics,
      Function<TableStatistics, Collection<FileToScan>> ofTable) {
    if (!isEverything() && named.isEmpty()) {
      return Collections.emptyList();
    }
    Collection<FileToScan> all = ofTable.apply(statistics);
    if (isEverything() || all.isEmpty()) {
      return all;
    }
    Set<String> names = new HashSet<>();
    named.stream().filter(span -> patternFor(span) == null)
        .forEach(span -> statistics.files().overlapping(span).forEach(file -> names.add(file.name())));
    return all.stream().filter(file -> names.contains(file.file().name())).collect(Collectors.toList());
  }

  /** True if the targets are all keys of the table, including keys that belong to no bucket. */
  public boolean isEverything() {
    return named == null;
  }

  /** Returns the pattern that excludes a span; null if none does. */
  public String patternFor(BucketSpan span) {
    return patternFor(span, exclusion);
  }

  /** Returns those of the spans that are excluded, in key order, each with the pattern that excludes it. */
  public Map<SpanStatistics, String> excluded(Collection<SpanStatistics> spans) {
    if (exclusion.isEmpty()) {
      return Collections.emptyMap();
    }
    Map<SpanStatistics, String> excluded =
        new TreeMap<>(Comparator.comparing(SpanStatistics::span, BucketSpan.BY_KEY));
    for (SpanStatistics span : spans) {
      String pattern = patternFor(span.span());
      if (pattern != null) {
        excluded.put(span, pattern);
      }
    }
    return excluded;
  }

  private static String patternFor(BucketSpan span, Exclusion exclusion) {
    return span.isAttributed() ? exclusion.patternFor(span.volume(), span.bucket()).orElse(null) : null;
  }

  /**
   * Returns the spans of the buckets among the targets, without excluded buckets. Must not be called for key ranges.
   */
  List<BucketSpan> buckets() {
    return (isEverything() ? buckets.matching(any -> true) : named).stream()
        .filter(span -> patternFor(span) == null).collect(Collectors.toList());
  }

  /** Returns the target spans, including excluded ones. Must not be called if the target is the whole table. */
  public List<BucketSpan> targets() {
    return Collections.unmodifiableList(named);
  }
}
