// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The tombstones of one table, from a single sweep of its SST files over its bucket spans. Besides the known
 * spans, gaps between them that are seen to hold keys are counted as unattributed spans: a bucket that was deleted, or
 * one that nobody knows. Immutable.
 */
public final class TableStatistics {
  private final TableFiles files;
  private final SpanSlots slots;
  private final CountedSpans spans;
  private final CountedTable counted;
  private final List<SharedFile> sharedFiles;
  /** The runs that were asked for last: a request asks for the same ones several times. */
  private volatile Map.Entry<List<Number>, TableRuns> lastRuns;

  private TableStatistics(LsmTable table, SpanSlots known, FileProfiles profiles) {
    this.files = new TableFiles(table, profiles);
    this.slots = known.in(table.name());
    StatisticsSweep sweep = new StatisticsSweep(slots, profiles);
    table.files().forEach(sweep::add);
    this.spans = sweep.results(files);
    this.counted = new CountedTable(files, slots, spans);
    this.sharedFiles = Collections.unmodifiableList(sweep.sharedFiles());
  }

  /**
   * Statistics from metadata alone.
   *
   * @param spans the table's known spans in any order
   * @throws IllegalArgumentException if spans overlap or belong to another table
   */
  public static TableStatistics take(LsmTable table, Collection<BucketSpan> spans) {
    return take(table, new SpanSlots(table.name(), spans), FileProfiles.UNKNOWN);
  }

  /**
   * Statistics over spans that were laid out before.
   *
   * @param spans    of this or another table with the same spans
   * @param profiles of those files that were scanned
   */
  public static TableStatistics take(LsmTable table, SpanSlots spans, FileProfiles profiles) {
    return new TableStatistics(table, spans, profiles);
  }

  public LsmTable table() {
    return files.table();
  }

  /** The files that the statistics are of. */
  public TableFiles files() {
    return files;
  }

  /**
   * Every span that a file overlaps, in key order, the unattributed ones among them. An unattributed span begins and
   * ends with the keys of its files, unless a shared file reaches over its edge: then with its neighbour. Each element
   * is made when it is asked for.
   */
  public List<SpanStatistics> spans() {
    return spans;
  }

  /** The same, and others behind them. */
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

  /** The known spans that no file overlaps, in key order. Computed on call. */
  public List<BucketSpan> spansWithoutFiles() {
    List<BucketSpan> without = new ArrayList<>();
    for (int slot = 1; slot < slots.count(); slot += 2) {
      if (spans.ofSlot(slot) == null) {
        without.add(slots.span(slot));
      }
    }
    return without;
  }

  /** The shared files with tombstones: what would have to be scanned to make every count of tombstones exact. */
  public List<SharedFile> sharedFiles() {
    return sharedFiles;
  }

  /**
   * The same for any keys of the table: a bucket, part of one, or several.
   *
   * @throws IllegalArgumentException if the span belongs to another table
   */
  public SpanStatistics of(BucketSpan span) {
    return counted.of(span);
  }

  /** Keys with the name of the one known span in which they all lie, if there is one. */
  public BucketSpan attributed(byte[] begin, byte[] end) {
    return counted.attributed(begin, end);
  }

  /**
   * The dense runs of the table.
   *
   * @param minRatio least tombstones by entries, in {@code [0, 1]}
   * @param slack    what two dense stretches are joined over: as many live keys as this many tombstones would outweigh
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

  /**
   * The files that may hide a run or decide whether there is one, see {@link HiddenRuns}.
   *
   * @param runs          of these statistics
   * @param minTombstones that make a run worth it
   */
  public List<SharedFile> filesThatMayHideRuns(TableRuns runs, long minTombstones) {
    return HiddenRuns.files(counted, runs, minTombstones);
  }

  /**
   * Files whose tombstones come to rest on a level above the last one. Which files of the last level they lie over
   * decides what comes next, so they are cut where these begin.
   */
  public List<SharedFile> filesToLocate() {
    List<SharedFile> found = new ArrayList<>();
    for (SstFile file : table().files()) {
      int output = file.level() == 0 ? table().baseLevel() : file.level() + 1;
      if (file.tombstones() > 0 && output < files.byKey().deepestLevel()) {
        found.add(counted.toScan(file, files.beginsBelow(file)));
      }
    }
    return found;
  }

  /** The known spans that some keys reach into, in key order. */
  public List<BucketSpan> knownSpansIn(BucketSpan keys) {
    int first = slots.find(keys.begin());
    int last = slots.findBefore(keys.end());
    List<BucketSpan> known = new ArrayList<>();
    for (int slot = SpanSlots.isGap(first) ? first + 1 : first; slot <= last; slot += 2) {
      known.add(slots.span(slot));
    }
    return known;
  }

  /** The known spans that files may hold keys of, whether any does or not, in key order. */
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
