// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;

/** The result of scanning a file: keys, called cuts, and the counts of entries between these keys. Immutable. */
final class ScannedFile {
  private final byte[][] cuts;
  /** Null if the scan could not tell the counts. */
  private final FileProfile profile;
  private final boolean sound;

  ScannedFile(byte[][] cuts, FileProfile profile) {
    this(cuts, profile, true);
  }

  private ScannedFile(byte[][] cuts, FileProfile profile, boolean sound) {
    this.cuts = cuts;
    this.profile = profile;
    this.sound = sound;
  }

  /** The result for a sound file if the scan could not tell the counts between the cuts. */
  static ScannedFile silent(byte[][] cuts) {
    return new ScannedFile(cuts, null, true);
  }

  /** The result for a corrupt file. */
  static ScannedFile unreadable(byte[][] cuts) {
    return new ScannedFile(cuts, null, false);
  }

  /** True if all blocks that a compaction reads have correct checksums. */
  boolean isSound() {
    return sound;
  }

  int pieces() {
    return cuts.length + 1;
  }

  /** True if the file need not be scanned again for counts between the given keys. */
  boolean answers(byte[][] asked) {
    return profile == null || cutsWith(asked).length == cuts.length;
  }

  FileProfile profile() {
    return profile;
  }

  /** Returns the cuts of this result and further cuts, in key order, without duplicates. */
  byte[][] cutsWith(byte[][] others) {
    List<byte[]> all = new ArrayList<>(cuts.length + others.length);
    int i = 0;
    int j = 0;
    while (i < cuts.length || j < others.length) {
      int order = i == cuts.length ? 1 : j == others.length ? -1 : Keys.compare(cuts[i], others[j]);
      all.add(order <= 0 ? cuts[i] : others[j]);
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return all.toArray(new byte[0][]);
  }
}
