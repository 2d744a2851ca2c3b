// SPDX-License-Identifier: Apache-2.0
/**
 * What this OM tells Hadoop's metrics system of jobs, of its turns, and of each table.
 *
 * <pre>
 * GaugesLoop: a thread -> GaugesReader -> TableFigures: a pure function of the planner's statistics
 *             the last reading <- GaugesMetrics, asked by Hadoop's metrics system, which never waits for a reading
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.metrics;

