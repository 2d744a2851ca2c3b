// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The keys before a table's first live key, which every iterator over the table passes. Immutable. */
public final class TableHead {
  private final SpanStatistics keys;
  private final SeekProbe.Seek seek;

  private TableHead(SpanStatistics keys, SeekProbe.Seek seek) {
    this.keys = keys;
    this.seek = seek;
  }

  /**
   * Measures the seek to the first live key and counts what SST files hold before it. Where all of it is in memory, the
   * head begins with the empty key.
   *
   * @return null if nothing lies before the first live key
   */
  public static TableHead measure(LsmSnapshot snapshot, TableStatistics statistics, SeekCache seeks)
      throws DatabaseUnavailableException {
    String table = statistics.table().name();
    boolean mayBeInMemory = snapshot.memtable(table).tombstones() > 0;
    if (statistics.table().files().isEmpty() && !mayBeInMemory) {
      return null;
    }
    SeekProbe.Seek seek = seeks.in(snapshot, table).toFirst();
    byte[] first = statistics.firstKey();
    byte[] end = seek.landing() == null ? Keys.after(statistics.lastKey()) : seek.landing();
    if (Keys.compare(first, end) >= 0 && mayBeInMemory) {
      first = new byte[0];
    }
    return Keys.compare(first, end) >= 0 ? null
        : new TableHead(statistics.of(BucketSpan.unattributed(table, first, end)), seek);
  }

  /** The keys before the first live one; all of the table if there is none, or the probe did not come to it. */
  public SpanStatistics keys() {
    return keys;
  }

  public SeekProbe.Seek seek() {
    return seek;
  }
}
