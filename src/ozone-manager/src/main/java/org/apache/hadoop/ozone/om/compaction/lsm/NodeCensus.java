// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;

/** Where this OM's tombstones are, for some targets, at one moment. Immutable. */
public final class NodeCensus {
  private final LsmSnapshot snapshot;
  private final Map<String, List<SpanCensus>> targets;
  private final int filesToScan;

  /** @param targets by table, also of tables without any */
  NodeCensus(LsmSnapshot snapshot, Map<String, List<SpanCensus>> targets, int filesToScan) {
    this.snapshot = snapshot;
    this.targets = targets;
    this.filesToScan = filesToScan;
  }

  public LsmSnapshot snapshot() {
    return snapshot;
  }

  /** Names of the tables that the targets reach. */
  public Collection<String> tables() {
    return Collections.unmodifiableSet(targets.keySet());
  }

  /**
   * The spans that are meant. Named targets are all here, also those without any file. When everything is meant:
   * what SST files overlap, spans without a bucket among them, and buckets whose only entries are in memory. Copied on
   * call: everything may be a million spans.
   */
  public List<SpanCensus> targets() {
    List<SpanCensus> all = new ArrayList<>();
    targets.values().forEach(all::addAll);
    return all;
  }

  /** The same, one list for each table. */
  public Collection<List<SpanCensus>> targetsByTable() {
    return Collections.unmodifiableCollection(targets.values());
  }

  /** SST files that would have to be scanned for exact counts and are not yet; 0 unless exact counts were asked for. */
  public int filesToScan() {
    return filesToScan;
  }
}
