// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/**
 * The OM's database is open and yet does not answer, for example as a block on disk is corrupt. Asking again does not
 * help; somebody has to look at the disk.
 */
public final class DatabaseFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** @param cause what RocksDB or Ozone said */
  DatabaseFaultException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
