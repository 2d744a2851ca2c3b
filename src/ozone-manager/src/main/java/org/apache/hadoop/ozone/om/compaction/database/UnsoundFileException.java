// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/** An SST file is corrupt. Reading it again does not help; the disk has to be checked. */
public final class UnsoundFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /** @param cause the exception of RocksDB */
  public UnsoundFileException(SstFile file, RocksDBException cause) {
    super(file.name() + ": " + cause.getMessage(), cause);
  }
}
