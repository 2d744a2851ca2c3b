// SPDX-License-Identifier: Apache-2.0
/**
 * Determines the steps of a turn and their costs, by RocksDB's rules and a copy of the tree's metadata.
 * {@link org.apache.hadoop.ozone.om.compaction.planner.price.CompactionPicker} picks the files of one compaction;
 * {@link org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps} determines the order of steps.
 */
package org.apache.hadoop.ozone.om.compaction.planner.price;
