// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;

/** Where this OM's tombstones are, for some targets, at one moment. Immutable. */
public final class NodeCensus {
  private final LsmSnapshot snapshot;
  private final List<String> tables;
  private final List<SpanCensus> targets;
  private final int filesToScan;

  NodeCensus(LsmSnapshot snapshot, List<String> tables, List<SpanCensus> targets, int filesToScan) {
    this.snapshot = snapshot;
    this.tables = tables;
    this.targets = targets;
    this.filesToScan = filesToScan;
  }

  public LsmSnapshot snapshot() {
    return snapshot;
  }

  /** Names of the tables that the targets reach. */
  public List<String> tables() {
    return Collections.unmodifiableList(tables);
  }

  /**
   * The spans that are meant. Named targets are all here, also those without any file. When everything is meant:
   * what SST files overlap, spans without a bucket among them, and buckets whose only entries are in memory.
   */
  public List<SpanCensus> targets() {
    return Collections.unmodifiableList(targets);
  }

  /** SST files that would have to be scanned for exact counts and are not yet; 0 unless exact counts were asked for. */
  public int filesToScan() {
    return filesToScan;
  }
}
