// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.IOException;

/** OM's database is closed, not open yet, or being replaced by a checkpoint; try again once the OM has it open. */
public class DatabaseUnavailableException extends IOException {
  private static final long serialVersionUID = 1L;

  /** @param cause the exception of RocksDB or Ozone; null if the OM has no open database */
  public DatabaseUnavailableException(Throwable cause) {
    super("The OM's database is closed or being replaced; try again"
        + (cause == null || cause.getMessage() == null ? "." : " (" + cause.getMessage() + ")."), cause);
  }
}
