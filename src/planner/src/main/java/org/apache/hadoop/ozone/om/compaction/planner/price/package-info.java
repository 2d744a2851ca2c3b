// SPDX-License-Identifier: Apache-2.0
/** Determines the steps of a turn and their costs, by RocksDB's rules and a copy of the tree's metadata. */
package org.apache.hadoop.ozone.om.compaction.planner.price;
