// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Objects;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Metadata of an SST file, equal to another one of the same name. The key arrays are shared and must not be changed.
 */
public final class SstFile {
  /** Upper bound of sizes and counts: more than any file has; a sum over a table's files fits into a long. */
  public static final long MOST = 1L << 42;

  private final String name;
  private final int level;
  private final byte[] smallestKey;
  private final byte[] largestKey;
  private final long sizeBytes;
  private final long entries;
  private final long tombstones;
  private final boolean beingCompacted;
  private final String corruption;

  /**
   * @param name           unique within the database, e.g. {@code 000123.sst}
   * @param level          0 has the youngest files
   * @param smallestKey    first user key, inclusive
   * @param largestKey     last user key, inclusive
   * @param sizeBytes      bytes on disk; clamped to {@code [0, 2^42]}
   * @param entries        number of puts and tombstones together; clamped to {@code [0, 2^42]}
   * @param tombstones     number of point and range deletions; clamped to {@code [0, entries]}
   * @param beingCompacted whether a running compaction reads this file
   * @throws IllegalArgumentException if the level is negative or the keys are in the wrong order
   */
  public SstFile(String name, int level, byte[] smallestKey, byte[] largestKey, long sizeBytes, long entries,
      long tombstones, boolean beingCompacted) {
    this.name = Objects.requireNonNull(name, "name");
    this.level = level;
    this.smallestKey = Objects.requireNonNull(smallestKey, "smallestKey");
    this.largestKey = Objects.requireNonNull(largestKey, "largestKey");
    if (level < 0) {
      throw new IllegalArgumentException("SST file " + name + " is on level " + level + ": levels start at 0");
    }
    if (Keys.compare(smallestKey, largestKey) > 0) {
      throw new IllegalArgumentException("SST file " + name + " has its smallest key "
          + KeyText.print(smallestKey) + " after its largest " + KeyText.print(largestKey));
    }
    this.sizeBytes = clamp(sizeBytes, MOST);
    this.entries = clamp(entries, MOST);
    this.tombstones = clamp(tombstones, this.entries);
    this.beingCompacted = beingCompacted;
    this.corruption = null;
  }

  private SstFile(SstFile sound, String corruption) {
    this.name = sound.name;
    this.level = sound.level;
    this.smallestKey = sound.smallestKey;
    this.largestKey = sound.largestKey;
    this.sizeBytes = sound.sizeBytes;
    this.entries = sound.entries;
    this.tombstones = sound.tombstones;
    this.beingCompacted = sound.beingCompacted;
    this.corruption = corruption;
  }

  /** A copy marked as corrupt; {@code what} names the file and what RocksDB finds, without a full stop. */
  public SstFile asCorrupt(String what) {
    return new SstFile(this, Objects.requireNonNull(what, "what"));
  }

  static long clamp(long count, long most) {
    return Math.max(0, Math.min(count, most));
  }

  public String name() {
    return name;
  }

  public int level() {
    return level;
  }

  public byte[] smallestKey() {
    return smallestKey;
  }

  public byte[] largestKey() {
    return largestKey;
  }

  public long sizeBytes() {
    return sizeBytes;
  }

  public long entries() {
    return entries;
  }

  public long tombstones() {
    return tombstones;
  }

  public boolean isBeingCompacted() {
    return beingCompacted;
  }

  /** Says why the file is corrupt, in a sentence without its full stop; null if the file is not known to be corrupt. */
  public String corruption() {
    return corruption;
  }

  /** True if the name is the same and nothing has changed, level and {@link #isBeingCompacted} included. */
  boolean isSameAs(SstFile other) {
    return level == other.level && beingCompacted == other.beingCompacted && entries == other.entries
        && tombstones == other.tombstones && sizeBytes == other.sizeBytes && name.equals(other.name)
        && Objects.equals(corruption, other.corruption);
  }

  public KeyRange keys() {
    return new KeyRange(smallestKey, largestKey);
  }

  /** True if the file may hold keys of the range. */
  public boolean overlaps(KeyRange range) {
    return Keys.compare(smallestKey, range.lastKey()) <= 0 && Keys.compare(range.begin(), largestKey) <= 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SstFile && name.equals(((SstFile) other).name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name + " L" + level + " [" + KeyText.print(smallestKey) + ", " + KeyText.print(largestKey) + "] "
        + sizeBytes + " bytes, " + entries + " entries, " + tombstones + " tombstones";
  }
}
