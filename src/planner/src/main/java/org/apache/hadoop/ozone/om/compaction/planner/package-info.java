// SPDX-License-Identifier: Apache-2.0
/**
 * Which key ranges to compact, in which order and at what cost: pure functions over the metadata of SST files. Nothing
 * here knows Ozone or holds a database.
 *
 * <pre>{@code
 * LsmTable table = LsmTable.of(name, levels, files).withBaseLevel(rocksdbBaseLevel);
 * TableStatistics statistics = TableStatistics.take(table, bucketSpans);       // or with FileProfiles, see below
 * PlanLimits limits = PlanLimits.DEFAULT.withTop(100);
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
 * truth about the files is always inside. The {@link org.apache.hadoop.ozone.om.compaction.planner.FileProfile} that a
 * scan has found is like a row of smaller files: a stretch of it that lies inside one span is counted exactly. Keys
 * between the known spans are unattributed: listed where a file begins, ends or lies in such a gap, or a scan found
 * entries there. A file that merely passes over a gap is no sign of keys in it. Memtables are not counted.
 *
 * <h2>Runs</h2>
 * People wait at the worst place, not at the average. So the keys of a table are cut at the edges of files and of
 * profiled stretches, and neighbouring pieces of which enough is tombstones make a
 * {@link org.apache.hadoop.ozone.om.compaction.planner.DenseRuns run}, within a bucket or over a thousand of them.
 * {@link org.apache.hadoop.ozone.om.compaction.planner.HiddenRuns} tells which files hide what makes or unmakes a run:
 * only those need to be scanned.
 *
 * <h2>Targets</h2>
 * Where nobody names a span, the {@link org.apache.hadoop.ozone.om.compaction.planner.RunTargets runs} that reach the
 * thresholds are meant; spans that are named are meant as a whole. Both qualify by the <em>upper</em> ends of their
 * intervals. Spans that lie in the very same files as another one, with no file of their own, are represented by that
 * with most certain tombstones. RocksDB passes over a file that holds no key of the range, so without exact counts the
 * representative's range may turn out to do nothing: plan again without the targets already tried.
 *
 * <h2>Ranges</h2>
 * A span is cut behind last keys of files, where no file of the same or a deeper level goes on, and grown greedily to
 * the limits, counting every overlapping file as a whole. Begin and end are real keys of files with tombstones, except
 * where such a file goes on over a cut (then the key just behind the cut) or over the span's end (then the end's
 * predecessor with 0xFF behind it, after which no UTF-8 key of the span comes). Both ends are inclusive, as in
 * compactRange.
 *
 * <h2>Cost</h2>
 * The ranges are applied, best first, to the tree on paper: level by level as RocksDB 7.7.3 does, with whole files,
 * clean cuts, inputs in chunks and such as grow for free, and moves that cost nothing, then the forced rewrite of
 * bottommost files that still hold tombstones. Metadata tells neither how entries spread inside a file nor which puts
 * are hidden from above. {@link org.apache.hadoop.ozone.om.compaction.planner.TableSamples} may be asked: about bytes
 * between keys as soon as a wide file of level 0 is looked at, about the rest for a range that is planned. Without
 * answers entries are taken to follow the level below, and every tombstone to hide a put. Either way
 * {@link org.apache.hadoop.ozone.om.compaction.planner.RangeCost#writeInterval} tells what may come of it.
 *
 * <p>Held against RocksDB in LivedTablePredictionTest, in trees of small files that RocksDB made itself, whole plans
 * ahead. With samples, bytes written are off by 5 % as a median, and in one of four trees that nobody has chosen
 * by more than 15 %. What remains is where files end that are yet to be written: one more or one fewer at the edge of
 * a range drags in all that lies below it, which is much where a level has few files. The interval held the truth in
 * all of 1,600 such trees.
 *
 * <h2>Order</h2>
 * The next range is always that which, in the tree as it is after those before, removes most tombstones per byte read
 * and written. Ties are broken by table and key: the order of the input does not matter.
 */
package org.apache.hadoop.ozone.om.compaction.planner;

