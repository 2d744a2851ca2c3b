// SPDX-License-Identifier: Apache-2.0
/**
 * Says where lists are slow, and why. Inputs are statistics of this OM's tables and the places that {@code slowplace}
 * finds. Outputs are, for a bucket, a range or the head of a table, the slowest place, the tombstones that a list
 * passes there, and which keys to compact so that the list gets fast, with the price.
 */
package org.apache.hadoop.ozone.om.compaction.slowlist;
