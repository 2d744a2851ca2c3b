// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.rocksdb.RocksDB;

/** The version of RocksDB that this Ozone brings. Immutable. */
public final class InstalledRocksDb {
  private final int major;
  private final int minor;

  /** Any version. */
  public InstalledRocksDb(int major, int minor) {
    this.major = major;
    this.minor = minor;
  }

  /** The one that is loaded. */
  public static InstalledRocksDb loaded() {
    RocksDB.loadLibrary();
    RocksDB.Version version = RocksDB.rocksdbVersion();
    return new InstalledRocksDb(version.getMajor(), version.getMinor());
  }

  /** The version by whose rules compactions are predicted; only an estimate if there is a {@link #refusal}. */
  public RocksDbVersion rules() {
    return RocksDbVersion.nearest(major, minor);
  }

  /** Why it must not compact anything, and what to do; empty if it is known how it compacts a range. */
  public Optional<String> refusal() {
    return RocksDbVersion.of(major, minor).isPresent() ? Optional.empty()
        : Optional.of("This Ozone brings RocksDB " + major + "." + minor + ", and the add-on knows which files are"
            + " compacted by RocksDB " + Arrays.stream(RocksDbVersion.values()).map(RocksDbVersion::toString)
                .collect(Collectors.joining(" and ")) + " only. Lists and previews work, with costs as of RocksDB "
            + rules() + ". To compact, install the release of ozone-compaction that is made for this Ozone.");
  }
}
