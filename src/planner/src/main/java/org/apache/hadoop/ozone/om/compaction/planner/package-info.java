// SPDX-License-Identifier: Apache-2.0
/**
 * Plans which key ranges to compact, in which order and at what cost. Pure functions over the metadata of SST files,
 * without Ozone or a database: {@code tree} has the files and their keys, {@code statistics} their counts, {@code
 * price} the steps of a turn and their bytes; {@code plan} chooses and ranks. Each of these packages imports only
 * packages named before it.
 *
 * <pre>{@code
 * LsmTable table = LsmTable.of(name, levels, files).withBaseLevel(rocksdbBaseLevel);
 * TableStatistics statistics = TableStatistics.take(table, new SpanSlots(name, bucketSpans), FileProfiles.UNKNOWN);
 * PlanLimits limits = new PlanLimits(minTombstones, minRatio, maxEntries, maxBytes, top, maxTotalBytes);
 * RunTargets targets = RunTargets.ofTable(statistics, statistics.spans(), limits);
 * CompactionPlan plan = RangePlanner.planRuns(singleton(targets), limits, RestingRanges.NONE, keys -> isSlow(keys));
 * for (PlannedRange range : plan.ranges()) {
 *   // take the range file by file: price.FileSteps
 * }
 * }</pre>
 *
 * <h2>Statistics</h2>
 * Files and bucket spans, both sorted by key, are swept once. A file inside one span is counted exactly. A shared file,
 * with keys of several spans, gives intervals: any part of its entries may belong to each of these spans. A span with
 * {@code D} tombstones in its own files and {@code d} in shared files holds {@code D} to {@code D + d} of them. With
 * {@code E} and {@code e} entries, the ratio is {@code D / (E + e - d)} to {@code (D + d) / (E + d)}. The {@code
 * FileProfile} of a scanned file counts like several smaller files. Keys between the known spans are unattributed. They
 * are listed if a file begins, ends or lies between the spans, or if a scan has found entries there. Memtables are not
 * counted.
 *
 * <h2>Runs</h2>
 * A list is slow where tombstones lie close together, even if its bucket has few on average. So the keys of a table are
 * cut at the ends of files and of counted parts of scanned files. Neighbouring pieces with enough tombstones make a run
 * ({@code DenseRuns}), within a bucket or over a thousand buckets. {@code HiddenRuns} finds the files that have to be
 * scanned because a run may be hidden in them.
 *
 * <h2>Targets</h2>
 * Without named spans, the targets are the runs ({@code RunTargets}) that reach the thresholds; a named span is a
 * target as a whole. Intervals are judged by their <em>upper</em> ends, but the tombstones of a run by their expected
 * number. Of neighbouring targets in exactly the same files, the one with the largest number of certain tombstones
 * represents all. RocksDB passes over a file that holds no key of the range, so without exact counts a compaction may
 * do nothing. Then plan again without the targets that were tried.
 *
 * <h2>Ranges</h2>
 * A span may be cut after the last key of a file if no file of the same or a deeper level holds keys on both sides.
 * Ranges grow from cut to cut up to the limits; every overlapping file counts as a whole. A range begins and ends with
 * keys of files with tombstones, with two exceptions. If such a file has keys on both sides of a cut, the next range
 * begins with the key just behind the cut. If such a file has keys behind the span, the range ends just before the
 * span's end. Both ends are inclusive, as in compactRange.
 *
 * <h2>Cost</h2>
 * The cost of a range is that of the steps that a turn takes for it, see {@link
 * org.apache.hadoop.ozone.om.compaction.planner.price}. Each step is priced on the tree that the step before leaves,
 * and each range on the tree that better ranges leave. The bytes that a step reads are exact if its files exist
 * already. {@code LiveKeys} tell which puts of a lower file are dropped; without them every tombstone is taken to hide
 * a put. If level 0 is merged first, its output files are modelled: they are filled to the target size with the entries
 * that are expected between their keys.
 *
 * <h2>Order</h2>
 * First come the ranges in which a list is slow, if the caller tells where that is. All other ranges follow. Both
 * groups are ranked by the tombstones of a range's files per byte of these files and the files below them. Ties are
 * broken by tombstones, table and key, so the order of the input does not matter.
 */
package org.apache.hadoop.ozone.om.compaction.planner;

