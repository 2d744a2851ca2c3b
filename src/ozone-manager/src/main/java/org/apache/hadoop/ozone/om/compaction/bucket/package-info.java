// SPDX-License-Identifier: Apache-2.0
/**
 * Which keys of a table belong to whom. In come bucket records of om.db and the targets of a job or a query; out come
 * the spans of keys, the names that a key is shown by, targets that are not there, and what OM has yet to delete in
 * them.
 */
package org.apache.hadoop.ozone.om.compaction.bucket;
