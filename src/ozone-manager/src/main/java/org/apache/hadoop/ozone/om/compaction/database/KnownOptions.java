// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdds.utils.db.managed.ManagedConfigOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedDBOptions;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDBException;

/**
 * A copy of a database's OPTIONS file without options that this RocksDB does not know. One unknown option would make
 * Ozone use defaults for all options.
 */
final class KnownOptions implements AutoCloseable {
  /**
   * Matches the unknown option in RocksDB's messages, such as {@code Extra option not recognized: name} and {@code
   * Unrecognized option: group.name}.
   */
  private static final Pattern UNKNOWN =
      Pattern.compile("option(?: not recognized)?: (?:: )?(?:(?<group>\\w+)\\.)?(?<name>\\w+)$");

  private final Path file;
  private final List<String> unknown = new ArrayList<>();

  /** Copies the newest OPTIONS file; {@code db} is the directory of a database, which need not be open. */
  KnownOptions(File db) throws IOException, RocksDBException {
    Path written = PrefixesOfFiles.newestOptions(db).toPath();
    List<String> lines = Files.readAllLines(written, StandardCharsets.UTF_8);
    file = Files.createTempFile("OPTIONS", null);
    try {
      do {
        Files.write(file, lines, StandardCharsets.UTF_8);
      } while (hasLeftOut(lines));
    } catch (IOException | RocksDBException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Has RocksDB parse the copy; true if it met an unknown option, which is then removed from {@code lines}. */
  private boolean hasLeftOut(List<String> lines) throws RocksDBException {
    try {
      load();
      return false;
    } catch (RocksDBException e) {
      Matcher option = UNKNOWN.matcher(String.valueOf(e.getMessage()));
      if (!option.find() || !leaveOut(option.group("group"), option.group("name"), lines)) {
        throw e;
      }
      return true;
    }
  }

  /** Removes an option, in {@code group={name=value;}} unless group is null; false if it was not found. */
  private boolean leaveOut(String group, String name, List<String> lines) {
    unknown.add(group == null ? name : group + '.' + name);
    if (group == null) {
      return lines.removeIf(line -> line.trim().startsWith(name + "="));
    }
    List<String> before = new ArrayList<>(lines);
    lines.replaceAll(line -> line.trim().startsWith(group + "=")
        ? line.replaceAll("(?<=[{;])" + name + "=[^;{}]*;", "") : line);
    return !lines.equals(before);
  }

  private void load() throws RocksDBException {
    List<ColumnFamilyDescriptor> tables = new ArrayList<>();
    try (ManagedConfigOptions how = new ManagedConfigOptions(); ManagedDBOptions all = new ManagedDBOptions()) {
      OptionsUtil.loadOptionsFromFile(how, file.toString(), all, tables);
    } finally {
      tables.forEach(table -> table.getOptions().close());
    }
  }

  Path file() {
    return file;
  }

  /** Names of the options that were left out, as {@code name} or {@code group.name}. */
  List<String> unknown() {
    return Collections.unmodifiableList(unknown);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
