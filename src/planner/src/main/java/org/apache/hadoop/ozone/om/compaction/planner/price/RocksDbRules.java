// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyIndex;

/** The rules for compacting a range that differ between versions of RocksDB. Stateless. */
interface RocksDbRules {
  /** See {@link Levels#reach} ({@code DBImpl::CompactRangeInternal}). */
  int reach(int level, int levels);

  /** Bytes that count towards {@link #neighbourLimit}; RocksDB 7.7 adds some if tombstones outnumber puts. */
  double weight(TreeFile file, EntrySizes sizes);

  /**
   * The limit for adding neighbouring files to a compaction: RocksDB adds them only if the {@link #weight weights} of
   * all inputs together stay below it ({@code CompactionPicker::SetupOtherInputs}).
   */
  double neighbourLimit(CompactionSettings settings);

  /**
   * True if a compaction ends its open output file before {@code next} ({@code CompactionOutputs::ShouldStopBefore}).
   *
   * @param open from the file's first key to the last key that is known to be in it
   * @param below files of the next deeper level that overlap the compaction
   */
  boolean endsFile(KeyRange open, double bytes, byte[] next, KeyIndex<TreeFile> below, CompactionSettings settings);
}
