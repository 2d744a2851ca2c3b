// SPDX-License-Identifier: Apache-2.0
/**
 * Maps keys of tables to buckets. Inputs are bucket records of om.db and the targets of a job or a query. Outputs are
 * spans of keys, names for keys, refusals of targets that do not exist, whether two jobs overlap, and how many rows OM
 * has yet to delete in buckets.
 */
package org.apache.hadoop.ozone.om.compaction.bucket;

