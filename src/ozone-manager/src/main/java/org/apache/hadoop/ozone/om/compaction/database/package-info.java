// SPDX-License-Identifier: Apache-2.0
/**
 * Access to OM's open database. Inputs are OM's metadata manager and the names of tables; outputs are the live SST
 * files of a table, counts of its memtables, keys of single files, and whether a memtable may hold a key. A database
 * can be closed or replaced at any time: everything here reads within one unit of work, and throws
 * DatabaseUnavailableException when that has ended.
 */
package org.apache.hadoop.ozone.om.compaction.database;
