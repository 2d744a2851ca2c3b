// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

/** Rows of one table of om.db, numbered from 0. */
public interface TableRows {
  /** Name of the table, as in om.db. */
  String table();

  /** Key of a row as it is stored in om.db. */
  byte[] key(int row);

  /** Value of a row as it is stored in om.db. */
  byte[] value(int row);
}
