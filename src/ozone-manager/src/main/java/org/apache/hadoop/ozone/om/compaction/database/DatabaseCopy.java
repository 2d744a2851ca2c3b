// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** A database that no OM runs on: tables may be missing, and whoever reads it has no log. */
interface DatabaseCopy {
  /** Remembers what cannot be read. */
  void noteFault(Exception failure);
}
