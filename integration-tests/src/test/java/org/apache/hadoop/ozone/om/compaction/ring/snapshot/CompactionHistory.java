// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FilenameUtils;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.ozone.compaction.log.CompactionFileInfo;
import org.apache.ozone.compaction.log.CompactionLogEntry;
import org.apache.ozone.rocksdiff.RocksDBCheckpointDiffer;
import org.rocksdb.LiveFileMetaData;

/** The compactions that one OM has logged for snapshot diffs. Files are named without extension. */
final class CompactionHistory {
  private final OzoneManager om;

  CompactionHistory(OzoneManager om) {
    this.om = om;
  }

  /** First and last row of a bucket in a file of its own. */
  record Rows(String file, int first, int last) {
    boolean contain(int row) {
      return first <= row && row <= last;
    }
  }

  /** A file in the middle of the bucket on the last level that holds only rows of the bucket. */
  Rows fileInTheMiddle(SnapshotBucket bucket) throws IOException {
    String prefix = new String(bucket.rows().prefix(), StandardCharsets.UTF_8) + "part-";
    List<Rows> inside = live(bucket.table()).filter(file -> file.level() > 0)
        .filter(file -> utf8(file.smallestKey()).startsWith(prefix) && utf8(file.largestKey()).startsWith(prefix))
        .map(file -> new Rows(FilenameUtils.getBaseName(file.fileName()), row(file.smallestKey()),
            row(file.largestKey())))
        .toList();
    return inside.get(inside.size() / 2);
  }

  /** The file of level 0 that the last flush wrote. */
  String flushed(String table) {
    return live(table).filter(file -> file.level() == 0).map(file -> FilenameUtils.getBaseName(file.fileName()))
        .max(String::compareTo).orElseThrow();
  }

  private Stream<LiveFileMetaData> live(String table) {
    return store().getDb().getManagedRocksDb().get().getLiveFilesMetaData().stream()
        .filter(file -> utf8(file.columnFamilyName()).equals(table));
  }

  /** Logged compactions that read a file. */
  List<CompactionLogEntry> compactionsOf(String file) throws IOException {
    return logged(entry -> names(entry.getInputFileInfoList()).contains(file));
  }

  /** Whether OM has logged the compaction that wrote a file. */
  boolean isFromACompaction(String file) throws IOException {
    return !logged(entry -> names(entry.getOutputFileInfoList()).contains(file)).isEmpty();
  }

  private List<CompactionLogEntry> logged(Predicate<CompactionLogEntry> chosen) throws IOException {
    List<CompactionLogEntry> found = new ArrayList<>();
    try (Table.KeyValueIterator<String, CompactionLogEntry> log =
        om.getMetadataManager().getCompactionLogTable().iterator()) {
      while (log.hasNext()) {
        found.add(log.next().getValue());
      }
    }
    found.removeIf(chosen.negate());
    return found;
  }

  static Set<String> names(List<CompactionFileInfo> files) {
    return files.stream().map(CompactionFileInfo::getFileName).collect(Collectors.toSet());
  }

  /** Runs what OM runs every ten minutes, as if all compactions had become too old for diffs. */
  void forgetAll() {
    differ().pruneOlderSnapshotsWithCompactionHistory();
    differ().pruneSstFiles();
  }

  /** Whether OM still keeps a replaced file. */
  boolean isHeld(String file) {
    return Files.exists(Path.of(differ().getSSTBackupDir(), file + RocksDBCheckpointDiffer.SST_FILE_EXTENSION));
  }

  private RocksDBCheckpointDiffer differ() {
    return store().getRocksDBCheckpointDiffer();
  }

  private RDBStore store() {
    return (RDBStore) om.getMetadataManager().getStore();
  }

  private static int row(byte[] key) {
    String text = utf8(key);
    return Integer.parseInt(text.substring(text.lastIndexOf('-') + 1));
  }

  private static String utf8(byte[] text) {
    return new String(text, StandardCharsets.UTF_8);
  }
}
