// SPDX-License-Identifier: Apache-2.0
/**
 * Measures where lists are slow, and says why. Statistics of this OM's tables come in. The slow place of a bucket or a
 * table's head, the tombstones that a list waits for there, and what to compact against it with its price go out.
 */
package org.apache.hadoop.ozone.om.compaction.slowlist;
