// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Average bytes of a put and of a tombstone in a table's SST files, by a least-squares fit over the files. Both
 * sizes are the average of all entries if the fit is undetermined, or would make a tombstone larger than a put.
 */
public final class EntrySizes {
  /** Size of a tombstone if the fit gives none. Files of 40,000 tombstones had 14 to 24 bytes for each. */
  private static final double TOMBSTONE_BYTES = 20;
  /**
   * The least that a compressed tombstone takes: a file of 200,000 with consecutive keys had 7.9 bytes for each.
   * Uncompressed, a tombstone takes at least 12: three lengths, one byte by which its key differs from the key before,
   * and eight for sequence number and type.
   */
  private static final double LEAST_TOMBSTONE_BYTES = 7;
  /** Bytes of a tombstone besides its key: lengths, sequence number and type, and its share of index and filter. */
  private static final double MOST_BESIDE_KEY = 16;

  private final double perPut;
  private final double perTombstone;
  private final double mostPerTombstone;
  private final boolean ofPuts;

  /** @param ofPuts false if the files hold no put */
  private EntrySizes(double perPut, double perTombstone, double mostPerTombstone, boolean ofPuts) {
    this.perPut = perPut;
    this.perTombstone = perTombstone;
    this.mostPerTombstone = mostPerTombstone;
    this.ofPuts = ofPuts;
  }

  public static EntrySizes of(List<SstFile> files) {
    double putsSquared = 0;
    double tombstonesSquared = 0;
    double putsByTombstones = 0;
    double putsBySize = 0;
    double tombstonesBySize = 0;
    double size = 0;
    double entries = 0;
    double longestKey = 0;
    for (SstFile file : files) {
      longestKey = Math.max(longestKey, Math.max(file.smallestKey().length, file.largestKey().length));
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
      return new EntrySizes(average, average, longestKey + MOST_BESIDE_KEY, putsSquared > 0);
    }
    double perPut = (putsBySize * tombstonesSquared - tombstonesBySize * putsByTombstones) / determinant;
    double perTombstone = (tombstonesBySize * putsSquared - putsBySize * putsByTombstones) / determinant;
    if (perPut < 1 || perTombstone > perPut) {
      return new EntrySizes(average, average, longestKey + MOST_BESIDE_KEY, putsSquared > 0);
    }
    return new EntrySizes(perPut, Math.max(1, perTombstone), longestKey + MOST_BESIDE_KEY, true);
  }

  /**
   * Estimated bytes of a file with these entries. {@code rawPutBytes}, the puts' keys and values before compression,
   * count only if no file holds a put.
   */
  public long bytes(long puts, long rawPutBytes, long tombstones) {
    double each = areGuessed() ? Math.min(TOMBSTONE_BYTES, ofPuts ? perPut : TOMBSTONE_BYTES) : perTombstone;
    return Math.round((ofPuts ? puts * perPut : rawPutBytes) + tombstones * each);
  }

  /** True if the files do not tell how the sizes of puts and tombstones differ; both are then the average. */
  boolean areGuessed() {
    return perPut == perTombstone;
  }

  /**
   * Average bytes of a put's value, that is, by how much a put is larger than a tombstone; 0 if the files do not tell.
   */
  double perValue() {
    return Math.max(0, perPut - perTombstone);
  }

  /**
   * Estimated bytes of a file's tombstones; the rest of the file's bytes are those of its puts. The fit gives more than
   * a tombstone can take if the puts of some files are larger than those of others.
   */
  double tombstoneBytes(SstFile file) {
    return file.entries() == file.tombstones() ? file.sizeBytes()
        : Math.min(file.sizeBytes(), file.tombstones() * Math.min(perTombstone, mostPerTombstone));
  }

  /** The part of {@link #tombstoneBytes} that may be bytes of puts, as the fit does not tell for a single file. */
  double uncertainBytes(double tombstones, double tombstoneBytes) {
    return areGuessed() ? tombstoneBytes : Math.max(0, tombstoneBytes - tombstones * LEAST_TOMBSTONE_BYTES);
  }
}
