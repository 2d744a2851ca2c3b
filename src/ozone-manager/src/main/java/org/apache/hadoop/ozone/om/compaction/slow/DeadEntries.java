// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/**
 * The dead entries that a list passes between two live keys: tombstones, and what they or newer puts hide. Immutable.
 */
public final class DeadEntries {
  static final CountInterval ZERO = new CountInterval(0, 0);
  static final DeadEntries NONE = new DeadEntries(ZERO, ZERO, ZERO, ZERO, 0);

  private final CountInterval inFiles;
  private final CountInterval tombstones;
  private final CountInterval inMemory;
  private final CountInterval memtableTombstones;
  private final long bytes;

  /**
   * @param inFiles            dead entries in SST files, {@code tombstones} among them
   * @param inMemory           dead entries in memtables, {@code memtableTombstones} among them
   * @param bytes              approximate size of the entries in SST files
   */
  DeadEntries(CountInterval inFiles, CountInterval tombstones, CountInterval inMemory,
      CountInterval memtableTombstones, long bytes) {
    this.inFiles = inFiles;
    this.tombstones = tombstones;
    this.inMemory = inMemory;
    this.memtableTombstones = memtableTombstones;
    this.bytes = bytes;
  }

  /** The dead entries of two neighbouring key ranges together. */
  DeadEntries plus(DeadEntries other) {
    return new DeadEntries(inFiles.plus(other.inFiles), tombstones.plus(other.tombstones),
        inMemory.plus(other.inMemory), memtableTombstones.plus(other.memtableTombstones), bytes + other.bytes);
  }

  /** The same dead entries of SST files, with others in memory. */
  DeadEntries withMemory(CountInterval nowInMemory, CountInterval nowTombstones) {
    return new DeadEntries(inFiles, tombstones, nowInMemory, nowTombstones, bytes);
  }

  public CountInterval all() {
    return inFiles.plus(inMemory);
  }

  /** The dead entries in SST files: exact unless a file could not be read. */
  public CountInterval inFiles() {
    return inFiles;
  }

  /** The tombstones in SST files: exact unless a file could not be read. */
  public CountInterval fileTombstones() {
    return tombstones;
  }

  /** The tombstones in memory. The upper bound also counts puts that a tombstone hides. */
  public CountInterval memtableTombstones() {
    return memtableTombstones;
  }

  public CountInterval allTombstones() {
    return tombstones.plus(memtableTombstones);
  }

  /** Approximate number of bytes of SST files that a list reads to pass the dead entries. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns what a compaction of the SST files without a flush leaves: all entries in memory, and the puts in SST files
   * that only tombstones in memory hide. Expects that each tombstone in a file hides one put.
   */
  DeadEntries afterCompaction() {
    double stays = 1 - removedShare();
    CountInterval left = new CountInterval(0, Math.round(inFiles.most() * stays));
    return new DeadEntries(left, ZERO, inMemory, memtableTombstones, Math.round(bytes * stays));
  }

  DeadEntries removedByCompaction() {
    double removed = removedShare();
    CountInterval gone = new CountInterval(0, Math.round(inFiles.most() * removed));
    return new DeadEntries(gone, tombstones, ZERO, ZERO, Math.round(bytes * removed));
  }

  private double removedShare() {
    return inFiles.most() == 0 ? 0 : Math.min(1, 2.0 * tombstones.most() / inFiles.most());
  }
}
