// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Arrays;
import java.util.Optional;

/** A version of RocksDB whose compactions can be predicted. The patch number makes no difference to them. */
public enum RocksDbVersion {
  /** RocksDB 7.7, which Ozone 2.2 uses. */
  V7_7(7, 7),
  /** RocksDB 10.10, which Ozone 2.3 uses. */
  V10_10(10, 10);

  private final int major;
  private final int minor;

  RocksDbVersion(int major, int minor) {
    this.major = major;
    this.minor = minor;
  }

  /** Returns the version with these numbers; empty if it is not known how this version compacts. */
  public static Optional<RocksDbVersion> of(int major, int minor) {
    return Arrays.stream(values()).filter(version -> version.major == major && version.minor == minor).findFirst();
  }

  /** The newest known version that is not newer than the given version; if there is none, the oldest known version. */
  public static RocksDbVersion nearest(int major, int minor) {
    return Arrays.stream(values())
        .filter(version -> version.major < major || version.major == major && version.minor <= minor)
        .reduce(values()[0], (older, newer) -> newer);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
