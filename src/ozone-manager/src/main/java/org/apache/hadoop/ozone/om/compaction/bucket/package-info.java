// SPDX-License-Identifier: Apache-2.0
/** Maps keys of tables to buckets, and targets to spans of keys. Also counts the rows that OM has yet to delete. */
package org.apache.hadoop.ozone.om.compaction.bucket;

