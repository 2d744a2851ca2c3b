// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** Expected numbers and bytes of the puts and tombstones of a file in a key range. Values may be fractions. */
final class EntryEstimate {
  private final KeyRange keys;
  private final double puts;
  private final double putBytes;
  private final double tombstones;
  private final double tombstoneBytes;

  EntryEstimate(KeyRange keys, double puts, double putBytes, double tombstones, double tombstoneBytes) {
    this.keys = keys;
    this.puts = puts;
    this.putBytes = putBytes;
    this.tombstones = tombstones;
    this.tombstoneBytes = tombstoneBytes;
  }

  KeyRange keys() {
    return keys;
  }

  double puts() {
    return puts;
  }

  double putBytes() {
    return putBytes;
  }

  double tombstones() {
    return tombstones;
  }

  double tombstoneBytes() {
    return tombstoneBytes;
  }

  double bytes() {
    return putBytes + tombstoneBytes;
  }

  /** The sum of both estimates, for the keys of this estimate. */
  EntryEstimate plus(EntryEstimate other) {
    return new EntryEstimate(keys, puts + other.puts, putBytes + other.putBytes, tombstones + other.tombstones,
        tombstoneBytes + other.tombstoneBytes);
  }

  EntryEstimate withPuts(double share) {
    return new EntryEstimate(keys, puts * share, putBytes * share, tombstones, tombstoneBytes);
  }

  EntryEstimate withoutTombstones() {
    return new EntryEstimate(keys, puts, putBytes, 0, 0);
  }

  EntryEstimate part(KeyRange some, double share) {
    return new EntryEstimate(some, puts * share, putBytes * share, tombstones * share, tombstoneBytes * share);
  }
}
