// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.rocksdb.RocksDB;

/** The RocksDB that this Ozone brings. */
public final class InstalledRocksDb {
  private InstalledRocksDb() {
  }

  /** The version by whose rules compactions are predicted. */
  public static RocksDbVersion rules() {
    RocksDB.loadLibrary();
    RocksDB.Version version = RocksDB.rocksdbVersion();
    return RocksDbVersion.nearest(version.getMajor(), version.getMinor());
  }
}
