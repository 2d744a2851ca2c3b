// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.ozone.rocksdiff.RocksDBCheckpointDiffer;

/**
 * Bytes of SST files that stay on disk after a compaction has replaced them. Two kinds of hard links keep a file:
 * <ul>
 * <li>The checkpoint of an Ozone snapshot links every file that was live when the snapshot was taken. Such a file has
 * more than one link now.
 * <li>As long as there is any Ozone snapshot, RocksDBCheckpointDiffer links every file that a compaction of keyTable,
 * fileTable or directoryTable replaces, for snapshot diffs. It drops them later, or just their values.
 * </ul>
 * So this is what stays at first; the second kind shrinks with time.
 */
final class SnapshotRetention {
  private final File directory;
  private final boolean anySnapshot;

  private SnapshotRetention(File directory, boolean anySnapshot) {
    this.directory = directory;
    this.anySnapshot = anySnapshot;
  }

  static SnapshotRetention read(OmDatabase database) throws DatabaseUnavailableException {
    try {
      return new SnapshotRetention(database.directory(), !database.metadata().getSnapshotInfoTable().isEmpty());
    } catch (IOException e) {
      throw database.unavailable(e);
    }
  }

  long bytes(String table, Collection<SstFile> replaced) {
    boolean allLinked = anySnapshot && RocksDBCheckpointDiffer.COLUMN_FAMILIES_TO_TRACK_IN_DAG.contains(table);
    return replaced.stream().filter(file -> allLinked || hasOtherLinks(file)).mapToLong(SstFile::sizeBytes).sum();
  }

  private boolean hasOtherLinks(SstFile file) {
    try {
      Object links = Files.getAttribute(new File(directory, file.name()).toPath(), "unix:nlink");
      return links instanceof Number && ((Number) links).intValue() > 1;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      // Gone meanwhile, or a file system without links: nothing keeps it.
      return false;
    }
  }
}
