// SPDX-License-Identifier: Apache-2.0
/**
 * Plans which key ranges to compact, in which order and at what cost. Pure functions over the metadata of SST files,
 * without Ozone or a database: {@code tree} has the files and their keys, {@code statistics} their counts, {@code
 * price} the steps of a turn and their bytes, {@code plan} chooses and ranks. Imports run in this order.
 *
 * <pre>{@code
 * LsmTable table = LsmTable.of(name, levels, files).withBaseLevel(rocksdbBaseLevel);
 * TableStatistics statistics = TableStatistics.take(table, bucketSpans);       // or with FileProfiles, see below
 * PlanLimits limits = PlanLimits.DEFAULT.withMinTombstones(1_000);
 * RunTargets targets = RunTargets.ofTable(statistics, statistics.spans(), limits);
 * CompactionPlan plan = RangePlanner.planRuns(singleton(targets), limits);
 * for (PlannedRange range : plan.ranges()) {
 *   // take the range file by file: price.FileSteps
 * }
 * }</pre>
 *
 * <h2>Statistics</h2>
 * Files and bucket spans, both sorted by key, are swept once. A file inside one span is the span's own and counted
 * exactly. A shared file gives intervals: with own entries E and tombstones D, and shared sums e and d, a span holds
 * {@code D} to {@code D + d} tombstones, and the ratio is {@code D / (E + e - d)} to {@code (D + d) / (E + d)}. The
 * truth about the files is always inside. The {@code FileProfile} of a scanned file is like a row of smaller files: a
 * stretch of it that lies inside one span is counted exactly. Keys between the known spans are unattributed: listed
 * where a file begins, ends or lies in such a gap, or a scan found entries there. A file that merely passes over a gap
 * is no sign of keys in it. Memtables are not counted.
 *
 * <h2>Runs</h2>
 * Lists wait at the worst place, not at the average. So the keys of a table are cut at the edges of files and of
 * profiled stretches, and neighbouring pieces with enough tombstones make a run ({@code DenseRuns}), within a bucket or
 * over a thousand of them. {@code HiddenRuns} finds the files whose contents decide on a run: only those need to be
 * scanned.
 *
 * <h2>Targets</h2>
 * Without named spans, the targets are the runs ({@code RunTargets}) that reach the thresholds; a named span is a
 * target as a whole. Both qualify by the <em>upper</em> ends of their intervals. Neighbours that lie in the very same
 * files are represented by the one with most certain tombstones. RocksDB passes over a file that holds no key of the
 * range, so without exact counts the representative's range may turn out to do nothing: plan again without the targets
 * already tried.
 *
 * <h2>Ranges</h2>
 * A span is cut behind last keys of files, where no file of the same or a deeper level goes on, and grown greedily to
 * the limits, counting every overlapping file as a whole. Begin and end are real keys of files with tombstones, except
 * where such a file goes on over a cut (then the key just behind the cut) or over the span's end (then the end's
 * predecessor with 0xFF behind it, after which no UTF-8 key of the span comes). Both ends are inclusive, as in
 * compactRange.
 *
 * <h2>Cost</h2>
 * The cost of a range is that of the steps that a turn takes for it, see {@link
 * org.apache.hadoop.ozone.om.compaction.planner.price}: each on the tree after the step before, and each range on the
 * tree after better ones. The bytes that a step between existing files reads are exact. {@code LiveKeys} tell which
 * puts of a lower file are dropped; without them every tombstone is taken to hide a put. If level 0 is merged first,
 * its output files are modelled: filled to the target size, by what is known of where entries are.
 *
 * <h2>Order</h2>
 * Ranges are ranked by the tombstones of their files per byte of these files and those below. Ties are broken by table
 * and key: the order of the input does not matter.
 */
package org.apache.hadoop.ozone.om.compaction.planner;

