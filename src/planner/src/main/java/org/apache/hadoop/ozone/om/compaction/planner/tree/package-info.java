// SPDX-License-Identifier: Apache-2.0
/** A table's LSM tree: live SST files, the settings, and the results of scans. */
package org.apache.hadoop.ozone.om.compaction.planner.tree;
