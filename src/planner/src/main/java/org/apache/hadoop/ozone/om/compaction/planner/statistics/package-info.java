// SPDX-License-Identifier: Apache-2.0
/** Counts entries and tombstones of spans, and finds where tombstones lie close together, in one state of the files. */
package org.apache.hadoop.ozone.om.compaction.planner.statistics;
