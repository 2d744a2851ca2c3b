// SPDX-License-Identifier: Apache-2.0
/** Chooses and ranks the ranges to compact, and tells what is left out and why. */
package org.apache.hadoop.ozone.om.compaction.planner.plan;
