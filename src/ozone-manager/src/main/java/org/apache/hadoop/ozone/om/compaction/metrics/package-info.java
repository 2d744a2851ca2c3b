// SPDX-License-Identifier: Apache-2.0
/**
 * The figures of jobs, of this OM's turns, and of each table, for Hadoop's metrics system.
 *
 * <pre>
 * GaugesLoop: a thread -> GaugesReader -> TableFigures: a pure function of the planner's statistics
 *             the last reading <- GaugesMetrics, asked by Hadoop's metrics system, which never waits for a reading
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.metrics;

