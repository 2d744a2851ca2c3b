// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The numbers of entries and tombstones in the spans of one table. A gap between known spans is counted as an
 * unattributed span if files show that it holds a key.
 */
public final class TableStatistics {
  private final TableFiles files;
  private final SpanSlots slots;
  private final CountedSpans spans;
  private final CountedTable counted;
  private final List<FileToScan> sharedFiles;
  /** The parameters and result of the last {@link #runs}, as one request asks for the same runs several times. */
  private volatile Map.Entry<List<Number>, TableRuns> lastRuns;

  private TableStatistics(LsmTable table, SpanSlots known, FileProfiles profiles) {
    this.files = new TableFiles(table, profiles);
    this.slots = known.forTable(table.name());
    StatisticsSweep sweep = new StatisticsSweep(slots, profiles);
    table.files().forEach(sweep::add);
    this.spans = sweep.results(files);
    this.counted = new CountedTable(files, slots, spans);
    this.sharedFiles = Collections.unmodifiableList(sweep.sharedFiles());
  }

  /** {@code spans} are the known ones of this table, or of another table with the same spans. */
  public static TableStatistics take(LsmTable table, SpanSlots spans, FileProfiles profiles) {
    return new TableStatistics(table, spans, profiles);
  }

  public LsmTable table() {
    return files.table();
  }

  public TableFiles files() {
    return files;
  }

  /**
   * Every known span that a file overlaps, and every unattributed span, in key order. Elements are created on access.
   */
  public List<SpanStatistics> spans() {
    return spans;
  }

  public List<SpanStatistics> spansAnd(List<SpanStatistics> more) {
    return more.isEmpty() ? spans : new TwinSpans(spans, more);
  }

  /** The number of known spans that no file overlaps. */
  public int countWithoutFiles() {
    int with = 0;
    for (int row = 0; row < spans.rows(); row++) {
      with += spans.isGap(row) ? 0 : spans.endOf(row) - spans.begin(row);
    }
    return slots.count() / 2 - with;
  }

  /** The known spans that no file overlaps, in key order. Computed on each call. */
  public List<BucketSpan> spansWithoutFiles() {
    List<BucketSpan> without = new ArrayList<>();
    for (int slot = 1; slot < slots.count(); slot += 2) {
      if (spans.ofSlot(slot) == null) {
        without.add(slots.span(slot));
      }
    }
    return without;
  }

  /** Files with tombstones over more than one span or gap. A scan of all makes every number of tombstones exact. */
  public List<FileToScan> sharedFiles() {
    return sharedFiles;
  }

  /**
   * The counts of any keys of the table: one bucket, a part of a bucket, or several buckets.
   *
   * @throws IllegalArgumentException if the span belongs to another table
   */
  public SpanStatistics of(BucketSpan span) {
    return counted.of(span);
  }

  /** The keys from begin, inclusive, to end, exclusive; unattributed unless one known span contains them all. */
  public BucketSpan attributed(byte[] begin, byte[] end) {
    return counted.attributed(begin, end);
  }

  /**
   * @param minRatio minimum ratio of tombstones to entries in a run, in {@code [0, 1]}
   * @param slack    maximum drop of the sum of {@code tombstones - minRatio * entries} in a run, see {@link DenseRuns}
   */
  public TableRuns runs(double minRatio, long slack) {
    List<Number> asked = Arrays.asList(minRatio, slack);
    Map.Entry<List<Number>, TableRuns> known = lastRuns;
    if (known == null || !known.getKey().equals(asked)) {
      known = new SimpleImmutableEntry<>(asked, TableRuns.of(counted, minRatio, slack));
      lastRuns = known;
    }
    return known.getValue();
  }

  /** {@code runs} are those of these statistics; from {@code minTombstones} on, a run is worth compacting. */
  public List<FileToScan> filesThatMayHideRuns(TableRuns runs, long minTombstones) {
    return HiddenRuns.files(counted, runs, minTombstones);
  }

  /** Files whose tombstones the next compaction leaves above the deepest level; scans tell over which deeper files. */
  public List<FileToScan> filesToLocate() {
    List<FileToScan> found = new ArrayList<>();
    for (SstFile file : table().files()) {
      if (file.tombstones() > 0 && table().outputLevel(file.level()) < files.byKey().deepestLevel()) {
        // Counts per deeper file show which deeper files the next compactions of these tombstones take.
        found.add(counted.toScan(file, files.beginsBelow(file)));
      }
    }
    return found;
  }

  /** The known spans that overlap some keys, in key order. */
  public List<BucketSpan> knownSpansIn(BucketSpan keys) {
    int first = slots.find(keys.begin());
    int last = slots.findBefore(keys.end());
    List<BucketSpan> known = new ArrayList<>();
    for (int slot = SpanSlots.isGap(first) ? first + 1 : first; slot <= last; slot += 2) {
      known.add(slots.span(slot));
    }
    return known;
  }

  /** Between the first and the last key of the table's files, in key order; also spans that no file overlaps. */
  public List<BucketSpan> knownSpansFromFirstToLastKey() {
    return knownSpansIn(BucketSpan.unattributed(table().name(), firstKey(), Keys.after(lastKey())));
  }

  /** The first key of the table's files; the empty key if it has none. */
  public byte[] firstKey() {
    return files.byKey().firstKey();
  }

  /** The last key of the table's files; the empty key if it has none. */
  public byte[] lastKey() {
    return files.byKey().lastKey();
  }
}
