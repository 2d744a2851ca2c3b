// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.List;

/**
 * How many bytes a put and a tombstone of a table take in an SST file, on average: the least-squares fit of
 * {@code size = puts * bytesPerPut + tombstones * bytesPerTombstone} over its files. A tombstone has no value and is
 * never taken to be larger than a put. Where the files do not tell the two apart, as all hold about the same part of
 * tombstones, the sizes before compression do, if somebody can be asked for them; else both are taken to be the same.
 */
final class EntrySizes {
  /** Files alike enough not to be told apart are alike enough for a few to stand for all. */
  private static final int MOST_FILES_ASKED = 16;

  private double perPut;
  private double perTombstone;
  private boolean guess;

  private EntrySizes(double perPut, double perTombstone, boolean guess) {
    this.perPut = perPut;
    this.perTombstone = perTombstone;
    this.guess = guess;
  }

  /** Asks for sizes before compression if the files have not told enough. */
  void ask(TableSamples samples, List<SstFile> files) {
    if (!guess) {
      return;
    }
    guess = false;
    double keyBytes = 0;
    double valueBytes = 0;
    double entries = 0;
    double puts = 0;
    int step = 1 + files.size() / MOST_FILES_ASKED;
    for (int i = 0; i < files.size(); i += step) {
      RawSizes raw = samples.rawSizes(files.get(i));
      if (raw != null) {
        keyBytes += raw.keyBytes();
        valueBytes += raw.valueBytes();
        entries += files.get(i).entries();
        puts += files.get(i).entries() - files.get(i).tombstones();
      }
    }
    if (entries > 0 && puts > 0 && keyBytes > 0) {
      double perKey = keyBytes / entries;
      double scale = perPut * entries / (keyBytes + valueBytes);
      perTombstone = Math.max(1, scale * perKey);
      perPut = Math.max(perTombstone, scale * (perKey + valueBytes / puts));
    }
  }

  static EntrySizes of(List<SstFile> files) {
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
      return new EntrySizes(average, average, true);
    }
    double perPut = (putsBySize * tombstonesSquared - tombstonesBySize * putsByTombstones) / determinant;
    double perTombstone = (tombstonesBySize * putsSquared - putsBySize * putsByTombstones) / determinant;
    if (perPut < 1 || perTombstone > perPut) {
      return new EntrySizes(average, average, true);
    }
    return new EntrySizes(perPut, Math.max(1, perTombstone), false);
  }

  /**
   * What RocksDB takes a file for when it picks files ({@code VersionStorageInfo::ComputeCompensatedSizes}): one with
   * more tombstones than puts counts as if it were larger, by two values for each that it has more.
   */
  double compensated(SimulatedFile file) {
    return file.bytes + 2 * Math.max(0, file.tombstones - file.puts) * Math.max(0, perPut - perTombstone);
  }

  double compensated(List<SimulatedFile> files) {
    double bytes = 0;
    for (SimulatedFile file : files) {
      bytes += compensated(file);
    }
    return bytes;
  }

  double bytes(double puts, double tombstones) {
    return puts * perPut + tombstones * perTombstone;
  }
}
