// SPDX-License-Identifier: Apache-2.0
/**
 * Access to OM's open database: files, memtables and single keys. The OM can close or replace its database at any time.
 * Then reads of this database can throw DatabaseUnavailableException.
 */
package org.apache.hadoop.ozone.om.compaction.database;
