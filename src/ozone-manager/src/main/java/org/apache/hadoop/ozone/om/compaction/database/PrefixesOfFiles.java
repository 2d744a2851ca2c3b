// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds tables whose SST files are cut where a prefix of the keys changes. Reads the OPTIONS file, because RocksDB's
 * Java API cannot tell.
 */
public final class PrefixesOfFiles {
  private static final Pattern OPTIONS = Pattern.compile("OPTIONS-(\\d+)");
  private static final Pattern TABLE = Pattern.compile("\\[CFOptions \"(.*)\"]");
  private static final Pattern FIXED_PREFIX =
      Pattern.compile("sst_partitioner_factory=(?=.*\\bid=SstPartitionerFixedPrefixFactory\\b).*\\blength=(\\d+).*");

  private PrefixesOfFiles() {
  }

  /**
   * Lengths of the prefixes in bytes, by table; {@code db} is the directory of an open database.
   *
   * @throws IOException if there is no OPTIONS file or it cannot be read
   */
  public static Map<String, Integer> read(File db) throws IOException {
    Map<String, Integer> prefixes = new HashMap<>();
    String table = null;
    for (String line : Files.readAllLines(newestOptions(db).toPath(), StandardCharsets.UTF_8)) {
      Matcher begin = TABLE.matcher(line.trim());
      Matcher prefix = FIXED_PREFIX.matcher(line.trim());
      if (begin.matches()) {
        table = begin.group(1);
      } else if (table != null && prefix.matches()) {
        prefixes.put(table, Integer.valueOf(prefix.group(1)));
      }
    }
    return prefixes;
  }

  static File newestOptions(File db) throws IOException {
    File[] files = db.listFiles((directory, name) -> OPTIONS.matcher(name).matches());
    Optional<File> newest = Stream.of(files == null ? new File[0] : files)
        .max(Comparator.comparingLong(file -> Long.parseLong(file.getName().substring("OPTIONS-".length()))));
    return newest.orElseThrow(() -> new IOException(db + " has no OPTIONS file"));
  }
}
