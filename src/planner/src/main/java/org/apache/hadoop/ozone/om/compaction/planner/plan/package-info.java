// SPDX-License-Identifier: Apache-2.0
/**
 * Which ranges are compacted, best first. In come the spans or runs that are meant, with their statistics, and limits;
 * out come ranges with their prices, and what is left out with the reason. Plans are deterministic: the order of the
 * input does not matter.
 */
package org.apache.hadoop.ozone.om.compaction.planner.plan;
