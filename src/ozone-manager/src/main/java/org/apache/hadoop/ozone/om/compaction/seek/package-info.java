// SPDX-License-Identifier: Apache-2.0
/**
 * Measures how long a list waits for its first key. In come places of a table; out come microseconds and the number of
 * tombstones that the seek passed over, within a bounded time, and remembered for as long as the files are the same.
 */
package org.apache.hadoop.ozone.om.compaction.seek;
