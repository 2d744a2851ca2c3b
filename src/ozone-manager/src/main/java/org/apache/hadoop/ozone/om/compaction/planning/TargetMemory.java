// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** Estimates the tombstones of some targets in memtables, which a compaction of SST files does not reach. */
public final class TargetMemory {
  /** Maximum number of spans that are added up one by one; for more, all tombstones in the table's memtables count. */
  private static final int MAX_SPANS = 1_000;

  private final NodeStatistics statistics;
  private final Targets targets;

  public TargetMemory(NodeStatistics statistics, Targets targets) {
    this.statistics = statistics;
    this.targets = targets;
  }

  /** True if the targets may have tombstones in a table's memtables. One or two adjacent tombstones can be missed. */
  public boolean mayHoldTombstones(String table) throws DatabaseUnavailableException {
    if (statistics.snapshot().memtables(table).tombstones() == 0) {
      return false;
    }
    List<SpanStatistics> spans = statistics.targets(table);
    if (isWholeTable() || spans.size() > MAX_SPANS) {
      return true;
    }
    for (SpanStatistics span : spans) {
      if (MemtableKeys.mayHoldTombstones(statistics.snapshot().database(), span.span())) {
        return true;
      }
    }
    return false;
  }

  private boolean isWholeTable() {
    return TargetSpans.isEverything(targets) && targets.getExcludeCount() == 0;
  }

  /** Estimates the tombstones of the targets in the memtables of one table; takes some microseconds for each target. */
  public CountInterval tombstones(String table) throws DatabaseUnavailableException {
    long all = statistics.snapshot().memtables(table).tombstones();
    List<SpanStatistics> spans = statistics.targets(table);
    if (all == 0 || isWholeTable() || spans.size() > MAX_SPANS) {
      return new CountInterval(isWholeTable() ? all : 0, all);
    }
    MemtableTombstones memory = new MemtableTombstones(statistics.snapshot(), table);
    CountInterval sum = new CountInterval(0, 0);
    for (SpanStatistics span : spans) {
      sum = sum.plus(memory.of(span.span()));
    }
    return new CountInterval(Math.min(all, sum.least()), Math.min(all, sum.most()));
  }

  public CountInterval tombstones() throws DatabaseUnavailableException {
    CountInterval sum = new CountInterval(0, 0);
    for (String table : statistics.tables()) {
      sum = sum.plus(tombstones(table));
    }
    return sum;
  }
}
