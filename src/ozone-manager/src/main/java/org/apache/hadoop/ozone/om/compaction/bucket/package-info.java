// SPDX-License-Identifier: Apache-2.0
/**
 * Maps keys of tables to buckets, and targets of a job or query to spans of keys. Also counts the rows that OM has yet
 * to delete in buckets.
 */
package org.apache.hadoop.ozone.om.compaction.bucket;

