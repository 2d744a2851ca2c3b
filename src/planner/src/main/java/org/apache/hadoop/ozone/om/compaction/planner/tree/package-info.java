// SPDX-License-Identifier: Apache-2.0
/**
 * A table's LSM tree by its metadata. Inputs are live SST files with their levels, keys and counts, settings, and what
 * scans found; outputs are the files by level and key, and intervals for what is not known. Everything is immutable.
 */
package org.apache.hadoop.ozone.om.compaction.planner.tree;
