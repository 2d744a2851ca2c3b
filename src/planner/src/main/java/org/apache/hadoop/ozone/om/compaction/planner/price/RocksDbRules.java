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

  /** The weight of a file in the limit for adding neighbours to a compaction. */
  double weight(TreeFile file, EntrySizes sizes);

  /**
   * Neighbours are added to a compaction only as long as its inputs weigh less than this ({@code
   * CompactionPicker::SetupOtherInputs}).
   */
  double neighbourLimit(CompactionSettings settings);

  /**
   * Whether a compaction ends its open output file before a key ({@code CompactionOutputs::ShouldStopBefore}). A
   * partitioner may end it as well.
   *
   * @param open  keys from the file's first one to the last one that is known to be in it
   * @param bytes of the file so far
   * @param below files of the next level below that overlap the compaction, by key
   */
  boolean endsFile(KeyRange open, double bytes, byte[] next, List<TreeFile> below, CompactionSettings settings);
}
