// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SST files whose checksums have failed; keys whose compaction would read one are skipped. Thread-safe. */
public final class CorruptFiles {
  /** The advice to an operator whose OM has a corrupt file. */
  public static final String TO_DO = "check the disk of om.db and bootstrap this OM anew";

  private static final Logger LOG = LoggerFactory.getLogger(CorruptFiles.class);
  /** RocksDB's message, which contains the file's path, is cut to so many characters, to leave room for the advice. */
  private static final int MAX_TEXT = 200;

  private final PerDatabase<Map<String, String>> known = new PerDatabase<>(ConcurrentSkipListMap::new);

  /** Adds a file if the failed read shows that it is corrupt; false if the next read may succeed. */
  public boolean note(OmDatabase database, String table, String file, RocksDBException failure) {
    if (failure.getStatus() == null || failure.getStatus().getCode() != Status.Code.Corruption || !database.isOpen()) {
      return false;
    }
    String sentence = "SST file " + file + " of " + table + " is corrupt ("
        + Excerpt.of(String.valueOf(failure.getMessage()), MAX_TEXT) + ")";
    if (known.of(database).putIfAbsent(file, sentence) == null) {
      LOG.error("{}. Compactions of this add-on leave it alone; RocksDB's own may meet it, which stops all writes: {}.",
          sentence, TO_DO);
    }
    return true;
  }

  /**
   * Adds the file of a table that a failed read of several files has met, if it is corrupt. RocksDB's message ends with
   * the path of that file ({@code ReadBlockContents}).
   */
  void noteRead(OmDatabase database, LsmTable table, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RocksDBException) {
        RocksDBException read = (RocksDBException) cause;
        String message = String.valueOf(read.getMessage());
        table.files().stream().filter(file -> message.contains('/' + file.name())).findFirst()
            .ifPresent(file -> note(database, table.name(), file.name(), read));
        return;
      }
    }
  }

  /** Appends the advice to one of {@link #sentences}. */
  public static String whatToDo(String sentence) {
    return sentence + ". What needs it is not compacted: " + TO_DO + '.';
  }

  /** Returns a copy that is marked as corrupt if the file is known to be corrupt; otherwise the file itself. */
  SstFile mark(OmDatabase database, SstFile file) {
    String sentence = known.of(database).get(file.name());
    return sentence == null ? file : file.asCorrupt(sentence);
  }

  /** A sentence without its full stop for each corrupt file still on the disk, in the order of file names. */
  public List<String> sentences(OmDatabase database) {
    Map<String, String> files = known.of(database);
    if (!files.isEmpty()) {
      files.keySet().removeIf(name -> !database.file(name).exists());
    }
    return new ArrayList<>(files.values());
  }
}
