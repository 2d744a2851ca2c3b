// SPDX-License-Identifier: Apache-2.0
/**
 * Counts entries and tombstones of bucket spans, and finds where tombstones lie close together. Statistics belong to
 * one state of a table's files.
 */
package org.apache.hadoop.ozone.om.compaction.planner.statistics;
