// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Reads files that cross an end of a range up to their first tombstone of the range: metadata does not tell on which
 * side of the end tombstones are, and the read is cheaper than a rewrite that removes nothing. Runs on the turn's own
 * thread, as in the queue of exact counts it would wait behind all requests.
 */
public final class EdgeScan {
  private final OmDatabase database;
  private final KeyRange range;
  private final ScanWatch watch;
  private final Map<SstFile, Boolean> known = new HashMap<>();

  /** @param watch stops the scan when the turn is cancelled */
  public EdgeScan(OmDatabase database, KeyRange range, ScanWatch watch) {
    this.database = database;
    this.range = range;
    this.watch = watch;
  }

  /** True if the file holds a tombstone of the range. Also true if the file cannot be read or the scan was stopped. */
  public boolean holdsTombstones(SstFile file) {
    return range.contains(file.smallestKey()) && range.contains(file.largestKey()) ? file.tombstones() > 0
        : known.computeIfAbsent(file, any -> TombstoneSearch.mayHold(database, file, range, watch));
  }
}
