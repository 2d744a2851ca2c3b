// SPDX-License-Identifier: Apache-2.0
/**
 * Chooses and ranks the ranges to compact. Inputs are target spans or runs with their statistics, and limits. Outputs
 * are ranges with prices, and the targets and ranges that are left out, with the reason. Plans are deterministic: the
 * order of the input does not matter.
 */
package org.apache.hadoop.ozone.om.compaction.planner.plan;
