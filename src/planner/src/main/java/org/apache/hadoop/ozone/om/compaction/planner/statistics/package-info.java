// SPDX-License-Identifier: Apache-2.0
/**
 * Counts entries and tombstones of bucket spans, and finds where they lie in a row. In come a tree, the spans, and the
 * profiles of files that were scanned; out come counts as intervals, dense runs, and the files that hide more. Taken
 * once for a look at a table, and immutable.
 */
package org.apache.hadoop.ozone.om.compaction.planner.statistics;
