// SPDX-License-Identifier: Apache-2.0
/**
 * Describes a table's LSM tree by its metadata. Inputs are the live SST files with their levels, keys and counts, the
 * table's settings, and the results of scans. Outputs are the files by level and key, and intervals for counts that are
 * not known exactly. All classes are immutable.
 */
package org.apache.hadoop.ozone.om.compaction.planner.tree;
