// SPDX-License-Identifier: Apache-2.0
/**
 * Plans which key ranges to compact, in which order and at what cost. Works on the metadata of SST files, without Ozone
 * or a database.
 *
 * <pre>{@code
 * LsmTable table = LsmTable.of(name, levels, files).withBaseLevel(rocksdbBaseLevel);
 * TableStatistics statistics = TableStatistics.take(table, new SpanSlots(name, bucketSpans), FileProfiles.UNKNOWN);
 * PlanLimits limits = new PlanLimits(minTombstones, minRatio, maxEntries, maxBytes, top, maxTotalBytes);
 * RunTargets targets = RunTargets.ofTable(statistics, statistics.spans(), limits);
 * CompactionPlan plan = RangePlanner.planRuns(singleton(targets), limits, RestingRanges.NONE, keys -> isSlow(keys));
 * }</pre>
 *
 * <ul>
 * <li>{@code tree} has the files and their keys.
 * <li>{@code statistics} counts the tombstones of each span and finds dense runs. A count has two bounds if a file has
 * keys of several spans.
 * <li>{@code price} predicts the steps of a turn and their bytes.
 * <li>{@code plan} chooses and ranks ranges.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.planner;

