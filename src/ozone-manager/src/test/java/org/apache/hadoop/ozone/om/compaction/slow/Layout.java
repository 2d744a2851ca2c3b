// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmTables;
import org.rocksdb.CompactionOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * What was written to a table, and in which order, a step on each line of a text:
 * <pre>
 * slow 350                  from how many dead entries on a list is slow
 * bucket /v/a/k             what the keys of the next bucket begin with
 * put 0 10 20 1             every row from 10 to 19 of bucket 0
 * large 0 10 20 1           the same, with values of 8 KB
 * delete 0 10 20 2          every other row
 * flush                     to a file of level 0
 * level 4                   compacts level 0 and the levels down to 4 to level 4
 * compact                   all to the last level
 * </pre>
 */
public final class Layout {
  private static final byte[] LARGE = large();
  private static final Set<String> FILES_CHANGE = Set.of("flush", "level", "compact");

  private final long slow;
  private final List<String> steps;

  /** @param slow from how many dead entries on a list is slow */
  Layout(long slow, List<String> steps) {
    this.slow = slow;
    this.steps = new ArrayList<>(steps);
  }

  private static byte[] large() {
    byte[] value = new byte[8 << 10];
    new Random(1).nextBytes(value);
    return value;
  }

  static Layout read(Path text) throws IOException {
    List<String> steps = Files.readAllLines(text).stream().filter(line -> !line.isBlank() && !line.startsWith("#"))
        .collect(Collectors.toList());
    return new Layout(Long.parseLong(steps.get(0).substring("slow ".length())), steps.subList(1, steps.size()));
  }

  /** The limit that so many dead entries reach. */
  WaitLimit limit() {
    return WaitLimit.of(slow * WaitLimit.MICROS_OF_A_DEAD_ENTRY);
  }

  @Override
  public String toString() {
    return "slow " + slow + "\n" + String.join("\n", steps) + "\n";
  }

  /** Empties a table, then fills it. */
  public void write(OmTables om, String table) throws RocksDBException {
    List<String> buckets = empty(om, table);
    for (String step : steps) {
      write(om, table, buckets, step);
    }
  }

  /** As {@link #write(OmTables, String)}; {@code look} is called after each step by which files change. */
  void write(OmTables om, String table, Callable<?> look) throws Exception {
    List<String> buckets = empty(om, table);
    for (String step : steps) {
      write(om, table, buckets, step);
      if (FILES_CHANGE.contains(step.split(" ")[0])) {
        look.call();
      }
    }
  }

  /** Returns a list of what the keys of the buckets begin with, for the steps to fill. */
  private static List<String> empty(OmTables om, String table) throws RocksDBException {
    om.holdStill(table);
    om.rocks().deleteRange(om.handle(table), new byte[0], new byte[] {-1, -1});
    om.flush(table);
    om.compact(table);
    return new ArrayList<>();
  }

  private static void write(OmTables om, String table, List<String> buckets, String step) throws RocksDBException {
    String[] words = step.split(" ");
    switch (words[0]) {
      case "bucket":
        buckets.add(words[1]);
        break;
      case "put":
      case "large":
      case "delete":
        for (int row = Integer.parseInt(words[2]); row < Integer.parseInt(words[3]);
             row += Integer.parseInt(words[4])) {
          String key = buckets.get(Integer.parseInt(words[1])) + String.format("%06d", row);
          if (words[0].equals("put")) {
            om.put(table, key);
          } else if (words[0].equals("large")) {
            om.put(table, OmTables.bytes(key), LARGE);
          } else {
            om.delete(table, key);
          }
        }
        break;
      case "flush":
        om.flush(table);
        break;
      case "level":
        compactTo(om, table, Integer.parseInt(words[1]));
        break;
      case "compact":
        om.compact(table);
        break;
      default:
        throw new IllegalArgumentException(step);
    }
  }

  private static void compactTo(OmTables om, String table, int level) throws RocksDBException {
    List<String> files = new ArrayList<>();
    for (LiveFileMetaData file : om.rocks().getLiveFilesMetaData()) {
      if (table.equals(new String(file.columnFamilyName())) && file.level() <= level) {
        files.add(file.fileName());
      }
    }
    if (!files.isEmpty()) {
      try (CompactionOptions options = new CompactionOptions()) {
        ((RocksDB) om.rocks()).compactFiles(options, om.handle(table), files, level, 0, null);
      }
    }
  }
}
