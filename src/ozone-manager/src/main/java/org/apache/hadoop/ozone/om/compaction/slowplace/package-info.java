// SPDX-License-Identifier: Apache-2.0
/**
 * Finds where lists pass many dead entries, and measures how long a list takes there. Also tells which keys were not
 * searched in time.
 */
package org.apache.hadoop.ozone.om.compaction.slowplace;

