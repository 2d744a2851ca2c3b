// SPDX-License-Identifier: Apache-2.0
/**
 * Says for a bucket, a range or the head of a table where its slowest list is. Also says why, and which keys to compact
 * at what price.
 */
package org.apache.hadoop.ozone.om.compaction.slowlist;
