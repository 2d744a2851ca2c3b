// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;

/** What one version of RocksDB does differently from another when it compacts a range. Stateless. */
interface RocksDbRules {
  /**
   * The level that compactRange merges a level's files down to, if no level below holds a key of the range ({@code
   * DBImpl::CompactRangeInternal}).
   *
   * @param levels number of levels
   */
  int reach(int level, int levels);

  /** The bytes that a file counts as when neighbours are added to a compaction. */
  double weight(TreeFile file, EntrySizes sizes);

  /**
   * A compaction takes no neighbour along that would make its inputs weigh as much as this ({@code
   * CompactionPicker::SetupOtherInputs}).
   */
  double neighbourLimit(CompactionSettings settings);

  /**
   * Whether a compaction ends its open output file before a key ({@code CompactionOutputs::ShouldStopBefore}). A
   * partitioner decides apart from this.
   *
   * @param open  keys from the file's first one to the last one that is known to be in it
   * @param bytes of the file so far
   * @param below files of the next level below that overlap the compaction, by key
   */
  boolean endsFile(KeyRange open, double bytes, byte[] next, List<TreeFile> below, CompactionSettings settings);
}
