// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SST files that are known to be corrupt by their checksums. Compactions leave out what would read one, until the
 * file is gone. A file that merely could not be opened or read is not among them, as the next read may succeed. Kept in
 * memory, for the database that is open. Thread-safe.
 */
public final class CorruptFiles {
  /** The advice to an operator whose OM has a corrupt file. */
  public static final String TO_DO = "check the disk of om.db and bootstrap this OM anew";

  private static final Logger LOG = LoggerFactory.getLogger(CorruptFiles.class);
  /** RocksDB's message contains the path of the file. It is cut to this length, so that the advice fits behind it. */
  private static final int MAX_TEXT = 200;

  private final PerDatabase<Map<String, String>> known = new PerDatabase<>(ConcurrentSkipListMap::new);

  /**
   * Adds a file if the exception of its reader means that it is corrupt.
   *
   * @param table the file's table
   * @return whether it is corrupt; otherwise the file may be read again
   */
  public boolean note(OmDatabase database, String table, String file, RocksDBException failure) {
    if (failure.getStatus() == null || failure.getStatus().getCode() != Status.Code.Corruption || !database.isOpen()) {
      return false;
    }
    String text = String.valueOf(failure.getMessage());
    String sentence = "SST file " + file + " of " + table + " is corrupt ("
        + (text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...") + ")";
    if (known.of(database).putIfAbsent(file, sentence) == null) {
      LOG.error("{}. Compactions of this add-on leave it alone; RocksDB's own may meet it, which stops all writes: {}.",
          sentence, TO_DO);
    }
    return true;
  }

  /**
   * Appends the advice to a sentence.
   *
   * @param sentence one of {@link #sentences}
   */
  public static String whatToDo(String sentence) {
    return sentence + ". What needs it is not compacted: " + TO_DO + '.';
  }

  /** The same file; marked if it is known to be corrupt. */
  SstFile mark(OmDatabase database, SstFile file) {
    String sentence = known.of(database).get(file.name());
    return sentence == null ? file : file.asCorrupt(sentence);
  }

  /** One sentence without its full stop for each corrupt file that is still on the disk, by name. */
  public List<String> sentences(OmDatabase database) {
    Map<String, String> files = known.of(database);
    if (!files.isEmpty()) {
      files.keySet().removeIf(name -> !new File(database.directory(), name).exists());
    }
    return new ArrayList<>(files.values());
  }
}
