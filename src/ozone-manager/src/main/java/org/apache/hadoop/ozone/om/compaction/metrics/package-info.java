// SPDX-License-Identifier: Apache-2.0
/**
 * The figures of jobs, of this OM's turns, and of each table, for Hadoop's metrics system. {@code GaugesLoop} reads
 * figures of tables on its own thread, and metrics show its last reading.
 */
package org.apache.hadoop.ozone.om.compaction.metrics;

