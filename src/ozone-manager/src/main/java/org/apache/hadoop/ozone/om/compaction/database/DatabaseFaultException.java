// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/**
 * The OM's database is open but a read failed, for example because of a corrupt block. Repeating it does not help; the
 * disk has to be checked.
 */
public final class DatabaseFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** @param cause the exception of RocksDB or Ozone */
  DatabaseFaultException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
