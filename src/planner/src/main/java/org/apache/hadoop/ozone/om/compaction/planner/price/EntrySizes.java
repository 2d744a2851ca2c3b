// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Average bytes of a put and of a tombstone in a table's SST files: the least-squares fit of {@code size = puts *
 * bytesPerPut + tombstones * bytesPerTombstone} over its files. A tombstone has no value, so it is at most as large as
 * a put. Both are taken to be equal if all files have about the same ratio of tombstones, which leaves the fit
 * undetermined.
 */
public final class EntrySizes {
  /**
   * Used if no file tells: the sequence number, the lengths, and what a key does not share with those before it in the
   * block. Files of 40,000 tombstones took 14 to 24 bytes for each.
   */
  private static final double TOMBSTONE_BYTES = 20;

  private final double perPut;
  private final double perTombstone;

  private EntrySizes(double perPut, double perTombstone) {
    this.perPut = perPut;
    this.perTombstone = perTombstone;
  }

  /** @param files of one table */
  public static EntrySizes of(List<SstFile> files) {
    double putsSquared = 0;
    double tombstonesSquared = 0;
    double putsByTombstones = 0;
    double putsBySize = 0;
    double tombstonesBySize = 0;
    double size = 0;
    double entries = 0;
    for (SstFile file : files) {
      double puts = file.entries() - file.tombstones();
      double tombstones = file.tombstones();
      putsSquared += puts * puts;
      tombstonesSquared += tombstones * tombstones;
      putsByTombstones += puts * tombstones;
      putsBySize += puts * file.sizeBytes();
      tombstonesBySize += tombstones * file.sizeBytes();
      size += file.sizeBytes();
      entries += file.entries();
    }
    double average = entries == 0 ? 1 : Math.max(1, size / entries);
    double determinant = putsSquared * tombstonesSquared - putsByTombstones * putsByTombstones;
    if (!(determinant > 1e-6 * putsSquared * tombstonesSquared)) {
      return new EntrySizes(average, average);
    }
    double perPut = (putsBySize * tombstonesSquared - tombstonesBySize * putsByTombstones) / determinant;
    double perTombstone = (tombstonesBySize * putsSquared - putsBySize * putsByTombstones) / determinant;
    if (perPut < 1 || perTombstone > perPut) {
      return new EntrySizes(average, average);
    }
    return new EntrySizes(perPut, Math.max(1, perTombstone));
  }

  /** Estimated size of a file with so many entries and tombstones. */
  public long bytes(long entries, long tombstones) {
    double each = areGuessed() ? Math.min(TOMBSTONE_BYTES, perPut) : perTombstone;
    return Math.round((entries - tombstones) * perPut + tombstones * each);
  }

  /** Whether the files do not tell how the sizes of puts and tombstones differ. */
  boolean areGuessed() {
    return perPut == perTombstone;
  }

  /** How many bytes a put has more than a tombstone; 0 if the files do not tell. */
  double perValue() {
    return Math.max(0, perPut - perTombstone);
  }

  /** Bytes of the tombstones of a file; the rest are those of puts. */
  double tombstoneBytes(SstFile file) {
    return file.entries() == file.tombstones() ? file.sizeBytes()
        : Math.min(file.sizeBytes(), file.tombstones() * perTombstone);
  }
}
