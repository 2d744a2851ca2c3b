// SPDX-License-Identifier: Apache-2.0
/**
 * Determines the steps of a turn and their costs. A step takes SST files of one level with the files below them.
 * RocksDB's rules, applied to a copy of the tree's metadata, tell which files these are. Inputs are the tree, the keys
 * whose tombstones are to be removed, and samples of the files' keys; outputs are the next step, every file that it
 * reads, and its expected and maximum bytes. {@link
 * org.apache.hadoop.ozone.om.compaction.planner.price.CompactionPicker} picks the files of one compaction; {@link
 * org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps} determines the order of steps.
 */
package org.apache.hadoop.ozone.om.compaction.planner.price;
