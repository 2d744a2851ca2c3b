// SPDX-License-Identifier: Apache-2.0
/**
 * A table's LSM tree as its metadata tells it. In come live SST files with their levels, keys and counts, settings, and
 * what scans have found inside of files; out come the files by level and key, and intervals for what is not known.
 * Everything is immutable.
 */
package org.apache.hadoop.ozone.om.compaction.planner.tree;
