// SPDX-License-Identifier: Apache-2.0
/**
 * From targets to this OM's statistics and plan, for previews, turns and rounds alike. In come targets, thresholds and
 * a look at the database; out come counts as exact as is asked for, and the ranges that are worth compacting, by the
 * one rule ({@code WorthCompacting}).
 */
package org.apache.hadoop.ozone.om.compaction.planning;

