// SPDX-License-Identifier: Apache-2.0
/**
 * Finds where listings skip many dead entries, and measures how long a listing takes there. Also tells which keys were
 * not searched in time.
 */
package org.apache.hadoop.ozone.om.compaction.slow;

