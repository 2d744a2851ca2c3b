// SPDX-License-Identifier: Apache-2.0
/**
 * Access to OM's open database. Inputs are OM's metadata manager and the names of tables. Outputs are the live SST
 * files of a table, counts of its memtables, keys of single files, and whether a memtable may hold a key. The OM can
 * close or replace its database at any time: each read here belongs to one piece of work with one database, and throws
 * DatabaseUnavailableException if this database is closed.
 */
package org.apache.hadoop.ozone.om.compaction.database;
