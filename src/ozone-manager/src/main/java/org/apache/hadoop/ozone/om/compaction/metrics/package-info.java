// SPDX-License-Identifier: Apache-2.0
/** The figures of jobs, of this OM's turns, and of each table, for Hadoop's metrics system. */
package org.apache.hadoop.ozone.om.compaction.metrics;

