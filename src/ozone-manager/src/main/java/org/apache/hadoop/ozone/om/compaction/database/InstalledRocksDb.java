// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.rocksdb.RocksDB;

/** The version of the RocksDB library that comes with this Ozone. Immutable. */
public final class InstalledRocksDb {
  private final int major;
  private final int minor;

  /** Makes any version, for tests. */
  public InstalledRocksDb(int major, int minor) {
    this.major = major;
    this.minor = minor;
  }

  /** Returns the version of the RocksDB library that is loaded. */
  public static InstalledRocksDb loaded() {
    RocksDB.loadLibrary();
    RocksDB.Version version = RocksDB.rocksdbVersion();
    return new InstalledRocksDb(version.getMajor(), version.getMinor());
  }

  /** See {@link RocksDbVersion#nearest}. If {@link #refusal} is not empty, predictions are only estimates. */
  public RocksDbVersion rules() {
    return RocksDbVersion.nearest(major, minor);
  }

  /** Why nothing may be compacted with this version, and what to do; empty if its compactions can be predicted. */
  public Optional<String> refusal() {
    return RocksDbVersion.of(major, minor).isPresent() ? Optional.empty()
        : Optional.of("This Ozone brings RocksDB " + major + "." + minor + ", and the add-on knows which files are"
            + " compacted by RocksDB " + Arrays.stream(RocksDbVersion.values()).map(RocksDbVersion::toString)
                .collect(Collectors.joining(" and ")) + " only. Lists and previews work, with costs as of RocksDB "
            + rules() + ". To compact, install the release of ozone-compaction that is made for this Ozone.");
  }
}
