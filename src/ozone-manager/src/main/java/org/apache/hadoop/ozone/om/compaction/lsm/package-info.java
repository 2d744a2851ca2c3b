// SPDX-License-Identifier: Apache-2.0
/**
 * The OM's database as the planner needs it: SST metadata, bucket spans, counts, samples and seeks.
 *
 * <pre>
 * NodePlanner: LsmReader (metadata) + KnownBuckets (spans) -> NodeStatistics -> NodePlan
 *   ExactCounts, PartCounts: what scans have found; ScanQueue reads for readers, SstScan one file in one pass
 *   SstLiveKeys: samples of the puts that files hold
 *   SeekProbe, TableHead, DeletionBacklog: what lists meet
 * OmDatabase: the database of this moment, held open for one native call at a time
 * </pre>
 *
 * Nothing is kept from one unit of work to the next that a checkpoint could make wrong: what is remembered knows the
 * database that it is from.
 */
package org.apache.hadoop.ozone.om.compaction.lsm;
