// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Collects what steps did and which files were skipped. Confined to the turn's thread. */
final class RangeResult {
  private boolean rewritten;
  private long tombstonesRemoved;
  private final Set<String> busyFiles = new HashSet<>();
  private long beyondTotal;
  private boolean foundCorrupt;
  private final Set<String> unreachableInMemory = new HashSet<>();
  private final Set<String> unreachableUnderNewer = new HashSet<>();
  private final Set<String> corrupt = new LinkedHashSet<>();
  private final Set<String> unread = new LinkedHashSet<>();

  void compacted(CompactedStep step) {
    rewritten |= step.hasRewritten();
    tombstonesRemoved += step.tombstonesRemoved();
  }

  void addLeft(RangeResult other) {
    unreachableInMemory.addAll(other.unreachableInMemory);
    unreachableUnderNewer.addAll(other.unreachableUnderNewer);
    corrupt.addAll(other.corrupt);
    unread.addAll(other.unread);
  }

  long tombstonesRemoved() {
    return tombstonesRemoved;
  }

  /** Notes that a file was skipped because RocksDB is already compacting these files of the step. */
  void busy(Collection<SstFile> files) {
    files.forEach(file -> busyFiles.add(file.name()));
  }

  /** The only keys that select these files are in memtables, which RocksDB would flush first. */
  void leftInMemory(Collection<String> names) {
    unreachableInMemory.addAll(names);
  }

  /** All keys that would select these files are in newer files above, where RocksDB would start. */
  void leftUnderNewer(Collection<String> names) {
    unreachableUnderNewer.addAll(names);
  }

  /** Notes that a file was found to be corrupt, which was not known when the range was planned. */
  void foundCorrupt() {
    foundCorrupt = true;
  }

  /** Notes that files were skipped because a step with them would read a corrupt file. */
  void leftCorrupt(String sentence) {
    corrupt.add(sentence);
  }

  /** Notes that a step was skipped because one of its files could not be read after several tries. */
  void leftUnread(String sentence) {
    unread.add(sentence);
  }

  /** The next step may write more than the turn's remaining budget: {@code bytes} at most. */
  void beyondTotal(long bytes) {
    beyondTotal = bytes;
  }

  /** One sentence, without its full stop, for each corrupt file that made the turn skip files. */
  Set<String> corrupt() {
    return corrupt;
  }

  /** One sentence, without its full stop, for each unreadable file that made the turn skip files. */
  Set<String> unread() {
    return unread;
  }

  /** True if the prediction applies: no file turned out corrupt or unreadable after the range was planned. */
  boolean isAsPlanned() {
    return !foundCorrupt && unread.isEmpty();
  }

  boolean isUnreadable() {
    return !corrupt.isEmpty() || !unread.isEmpty();
  }

  boolean hasRewritten() {
    return rewritten;
  }

  boolean isBusy() {
    return !busyFiles.isEmpty();
  }

  Set<String> busyFiles() {
    return busyFiles;
  }

  int unreachableInMemory() {
    return unreachableInMemory.size();
  }

  int unreachableUnderNewer() {
    return unreachableUnderNewer.size();
  }

  boolean isBeyondTotal() {
    return beyondTotal > 0;
  }

  /** Upper bound of the bytes that the next step writes, if the budget was too small for it; else 0. */
  long beyondTotalBytes() {
    return beyondTotal;
  }
}
