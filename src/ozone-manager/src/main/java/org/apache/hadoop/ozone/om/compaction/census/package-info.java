// SPDX-License-Identifier: Apache-2.0
/**
 * What metrics tell of each table: a census, taken at a fixed interval by a thread of its own.
 *
 * <pre>
 * CensusLoop: a thread -> CensusReader -> TableFigures: a pure function of the planner's statistics
 *             the last Census <- CensusMetrics, asked by Hadoop's metrics system, which never waits for a census
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.census;
