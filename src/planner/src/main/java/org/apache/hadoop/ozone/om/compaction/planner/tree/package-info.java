// SPDX-License-Identifier: Apache-2.0
/**
 * Describes a table's LSM tree: the live SST files with their levels, keys and counts, the table's settings, and the
 * results of scans.
 */
package org.apache.hadoop.ozone.om.compaction.planner.tree;
