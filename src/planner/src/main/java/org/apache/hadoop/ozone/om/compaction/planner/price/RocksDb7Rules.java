// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyIndex;

/** Rules of RocksDB 7.7.3. */
final class RocksDb7Rules implements RocksDbRules {
  @Override
  public int reach(int level, int levels) {
    return level;
  }

  @Override
  public double weight(TreeFile file, EntrySizes sizes) {
    return file.bytes() + 2 * Math.max(0, file.tombstones() - file.puts()) * sizes.perValue();
  }

  @Override
  public double neighbourLimit(CompactionSettings settings) {
    return settings.maxCompactionBytes();
  }

  @Override
  public boolean endsFile(KeyRange open, double bytes, byte[] next, KeyIndex<TreeFile> below,
      CompactionSettings settings) {
    List<TreeFile> overlapped = below.overlapping(new KeyRange(open.begin(), next));
    return bytes >= settings.targetFileBytes() || TreeFile.bytes(overlapped) > settings.maxCompactionBytes();
  }
}
