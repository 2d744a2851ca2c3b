// SPDX-License-Identifier: Apache-2.0
/**
 * Metrics of each table: gauges, read at a fixed interval by a thread of its own.
 *
 * <pre>
 * GaugesLoop: a thread -> GaugesReader -> TableFigures: a pure function of the planner's statistics
 *             the last reading <- GaugesMetrics, asked by Hadoop's metrics system, which never waits for a reading
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.gauges;
