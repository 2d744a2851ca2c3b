// SPDX-License-Identifier: Apache-2.0
/**
 * What one step of a turn takes and costs: SST files of one level with the files below them, by the rules of RocksDB's
 * picker, on a copy of the tree's metadata. In come the tree, the keys whose tombstones are meant, and samples of what
 * the files hold; out come the next step, every file that it reads, and the bytes that it writes, expected and at most.
 * {@link org.apache.hadoop.ozone.om.compaction.planner.price.CompactionPicker} says which files one compaction takes,
 * {@link org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps} which files come next.
 */
package org.apache.hadoop.ozone.om.compaction.planner.price;
