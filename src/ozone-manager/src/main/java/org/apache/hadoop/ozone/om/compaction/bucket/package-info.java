// SPDX-License-Identifier: Apache-2.0
/**
 * Maps keys of tables to buckets. Inputs are bucket records of om.db and the targets of a job or a query; outputs are
 * spans of keys, names for keys, targets that do not exist, what two jobs have in common, and rows that OM has yet to
 * delete in them.
 */
package org.apache.hadoop.ozone.om.compaction.bucket;

