// SPDX-License-Identifier: Apache-2.0
/**
 * Chooses and ranks the ranges to compact, from target spans or runs and limits. The result also has the targets and
 * ranges that are left out, with the reason.
 */
package org.apache.hadoop.ozone.om.compaction.planner.plan;
