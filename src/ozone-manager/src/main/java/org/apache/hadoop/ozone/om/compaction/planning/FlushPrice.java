// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.EntryCounts;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.price.EntrySizes;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates what it costs to flush the memtables of some tables and then to compact some keys. The estimate can be too
 * low if clients have overwritten rows.
 */
public final class FlushPrice {
  private static final Logger LOG = LoggerFactory.getLogger(FlushPrice.class);
  private static final String NAME = "memtables";

  private FlushPrice() {
  }

  /**
   * Predicts the cost of flushing the tables of some spans, and of compacting these spans after that.
   *
   * @param keys   the spans to compact, in tables that the statistics contain; no two of them overlap
   * @param limits decide how a plan splits the spans into ranges
   * @return bytes read and written, including the files that flushing the tables writes
   */
  public static Price of(NodeStatistics statistics, Collection<BucketSpan> keys, PlanLimits limits)
      throws DatabaseUnavailableException {
    Map<String, List<BucketSpan>> byTable = new LinkedHashMap<>();
    keys.forEach(span -> byTable.computeIfAbsent(span.table(), table -> new ArrayList<>()).add(span));
    long flushed = 0;
    List<List<SpanStatistics>> targets = new ArrayList<>();
    for (Map.Entry<String, List<BucketSpan>> table : byTable.entrySet()) {
      TableStatistics now = statistics.table(table.getKey());
      SstFile file = file(statistics.snapshot(), now);
      TableStatistics then = file == null ? now : TableStatistics.take(
          with(file, now.table(), statistics.snapshot().database()),
          new SpanSlots(table.getKey(), table.getValue()), now.files().profiles());
      List<SpanStatistics> spans = new ArrayList<>();
      table.getValue().forEach(span -> spans.add(then.of(span)));
      targets.add(spans);
      flushed += file == null ? 0 : file.sizeBytes();
    }
    return RangePlanner.plan(targets, limits).price().plus(Price.of(0, flushed));
  }

  /** Estimated bytes of the file that a flush of a table writes; 0 if the table's memtables hold no tombstones. */
  public static long flushedBytes(NodeStatistics statistics, String table) throws DatabaseUnavailableException {
    SstFile file = file(statistics.snapshot(), statistics.table(table));
    return file == null ? 0 : file.sizeBytes();
  }

  /**
   * The file that a flush would write; null if the memtables hold no tombstones, because a job does not flush the
   * table then.
   */
  private static SstFile file(LsmSnapshot snapshot, TableStatistics statistics)
      throws DatabaseUnavailableException {
    String table = statistics.table().name();
    EntryCounts memory = snapshot.memtable(table);
    if (memory.tombstones() == 0) {
      return null;
    }
    long bytes = Math.min(snapshot.database().memtableBytes(table),
        EntrySizes.of(statistics.table().files()).bytes(memory.entries(), memory.tombstones()));
    KeyRange hull = MemtableKeys.hull(snapshot.database(), table);
    return hull == null ? null : new SstFile(NAME, 0, hull.begin(), hull.lastKey(), bytes, memory.entries(),
        memory.tombstones(), false);
  }

  private static LsmTable with(SstFile file, LsmTable table, OmDatabase database) {
    List<SstFile> files = new ArrayList<>(table.files());
    files.add(file);
    LiveKeys ofFiles = table.liveKeys();
    return LsmTable.of(table.name(), table.levels(), files).withBaseLevel(table.baseLevel())
        .withSettings(table.settings()).withLiveKeys(new LiveKeys() {
          @Override
          public List<byte[]> sample(SstFile of) {
            return of.equals(file) ? Collections.emptyList() : ofFiles.sample(of);
          }

          @Override
          public BitSet held(SstFile of, SstFile above) {
            return above.equals(file) ? heldByMemory(database, table.name(), ofFiles.sample(of))
                : ofFiles.held(of, above);
          }
        });
  }

  /** Returns the indexes, within {@code puts}, of the puts that memtables have deleted or replaced. */
  private static BitSet heldByMemory(OmDatabase database, String table, List<byte[]> puts) {
    BitSet held = new BitSet();
    try {
      for (int i = 0; i < puts.size(); i++) {
        held.set(i, MemtableKeys.hides(database, table, puts.get(i)));
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("What a flush of {} writes is estimated without samples: {}", table, e.toString());
    }
    return held;
  }
}
