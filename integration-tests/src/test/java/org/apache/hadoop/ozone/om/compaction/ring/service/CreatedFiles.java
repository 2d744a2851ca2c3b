// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FilenameUtils;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OzoneManager;

/**
 * The SST files that RocksDB writes for some tables of one OM from now on, by its own log. Unlike the files that are
 * there in the end, these include files that a later step has replaced.
 */
final class CreatedFiles {
  private static final Pattern CREATION = Pattern.compile("\"cf_name\": \"(\\w+)\", .*\"table_file_creation\","
      + " \"file_number\": (\\d+), \"file_size\": (\\d+)");

  private final Path database;
  private final Set<String> tables;
  private final long last;

  private CreatedFiles(Path database, Set<String> tables, long last) {
    this.database = database;
    this.tables = tables;
    this.last = last;
  }

  static CreatedFiles since(OzoneManager om, Set<String> tables) {
    RDBStore store = (RDBStore) om.getMetadataManager().getStore();
    long last = store.getDb().getManagedRocksDb().get().getLiveFilesMetaData().stream()
        .mapToLong(file -> Long.parseLong(FilenameUtils.getBaseName(file.fileName()))).max().orElse(0);
    return new CreatedFiles(store.getDbLocation().toPath(), tables, last);
  }

  /** Bytes of each file by its number. The OM has to be stopped: RocksDB writes its log seconds late. */
  Map<Long, Long> bytes() throws IOException {
    Map<Long, Long> bytes = new TreeMap<>();
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(database, "LOG*")) {
      for (Path log : logs) {
        Matcher created = CREATION.matcher(Files.readString(log));
        while (created.find()) {
          long number = Long.parseLong(created.group(2));
          if (number > last && tables.contains(created.group(1))) {
            bytes.put(number, Long.valueOf(created.group(3)));
          }
        }
      }
    }
    return bytes;
  }
}
