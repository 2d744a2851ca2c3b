// SPDX-License-Identifier: Apache-2.0
/**
 * Makes this OM's statistics and plan for given targets, for previews, turns and rounds alike. From targets, thresholds
 * and a snapshot of the database's files it makes counts as exact as the caller asks for, and the ranges that are worth
 * compacting, by one rule ({@code WorthCompacting}).
 */
package org.apache.hadoop.ozone.om.compaction.planning;

