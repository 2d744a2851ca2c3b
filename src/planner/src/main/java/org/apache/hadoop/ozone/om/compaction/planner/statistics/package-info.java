// SPDX-License-Identifier: Apache-2.0
/**
 * Counts entries and tombstones of bucket spans, and finds where tombstones lie close together. Inputs are a tree, the
 * spans, and the profiles of scanned files; outputs are counts as intervals, dense runs, and the files that may hide
 * further runs. Statistics belong to one state of a table's files and are immutable.
 */
package org.apache.hadoop.ozone.om.compaction.planner.statistics;
