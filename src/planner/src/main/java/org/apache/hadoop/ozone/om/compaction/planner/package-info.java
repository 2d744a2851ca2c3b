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
 */
package org.apache.hadoop.ozone.om.compaction.planner;

