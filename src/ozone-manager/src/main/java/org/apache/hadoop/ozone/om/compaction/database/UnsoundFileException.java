// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/** Reading an existing SST file failed: the file is corrupt, or the disk or the process could not serve the read. */
public final class UnsoundFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SstFile file;
  private final transient RocksDBException failure;

  public UnsoundFileException(SstFile file, RocksDBException cause) {
    super(file.name() + ": " + cause.getMessage(), cause);
    this.file = file;
    this.failure = cause;
  }

  public SstFile file() {
    return file;
  }

  /** RocksDB's exception, from which {@link CorruptFiles} tells whether the file is corrupt. */
  public RocksDBException failure() {
    return failure;
  }
}
