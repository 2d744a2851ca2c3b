// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * Metadata of a large OM: 15,000 SST files in nine tables, 100,000 buckets in each of them. The buckets of one volume
 * in a hundred have lost most of their keys, the others one in a hundred. Spans come in no order, as those of FSO
 * tables do: their ids follow no name.
 */
final class LargeRing {
  static final int FILES = 15_000;
  static final int BUCKETS = 100_000;
  private static final List<String> PATH_TABLES =
      List.of("keyTable", "openKeyTable", "deletedTable", "multipartInfoTable", "snapshotRenamedTable");
  private static final List<String> ID_TABLES =
      List.of("fileTable", "openFileTable", "directoryTable", "deletedDirectoryTable");
  private static final int LEVELS = 7;
  private static final int KEYS_PER_BUCKET = 1_000_000;
  private static final int ONE_IN_LOST = 100;
  private static final long FILE_BYTES = 64L << 20;
  private static final long FILE_ENTRIES = 400_000;

  private final Random random = new Random(1);
  private final String[] volumes = new String[BUCKETS];
  private final String[] buckets = new String[BUCKETS];
  private final boolean[] lost = new boolean[BUCKETS];
  private final List<LsmTable> tables = new ArrayList<>();
  private final List<List<BucketSpan>> spans = new ArrayList<>();
  private final int wideFiles;
  private int nextFile;

  /** @param wideFiles files of level 0 in each table, each spanning nearly all buckets */
  LargeRing(int wideFiles) {
    this.wideFiles = wideFiles;
    for (int i = 0; i < BUCKETS; i++) {
      volumes[i] = "volume-" + i / 100;
      buckets[i] = "bucket-" + i % 100;
      lost[i] = i / 100 % ONE_IN_LOST == 7;
    }
    PATH_TABLES.forEach(table -> add(table, i -> "/" + volumes[i] + "/" + buckets[i] + "/"));
    long[] ids = random.longs(BUCKETS, 1L << 62, Long.MAX_VALUE).toArray();
    ID_TABLES.forEach(table -> add(table, i -> String.format("/-%019d/-%019d/", ids[i / 100], ids[i])));
  }

  List<LsmTable> tables() {
    return tables;
  }

  List<BucketSpan> spans(int table) {
    return spans.get(table);
  }

  private interface Prefix {
    String of(int bucket);
  }

  private void add(String table, Prefix prefix) {
    Integer[] order = new Integer[BUCKETS];
    byte[][] prefixes = new byte[BUCKETS][];
    for (int i = 0; i < BUCKETS; i++) {
      order[i] = i;
      prefixes[i] = prefix.of(i).getBytes(StandardCharsets.UTF_8);
    }
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(prefixes[a], prefixes[b]));
    List<BucketSpan> tableSpans = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      byte[] end = prefixes[i].clone();
      end[end.length - 1]++;
      tableSpans.add(new BucketSpan(table, volumes[i], buckets[i], prefixes[i], end));
    }
    Collections.shuffle(tableSpans, random);
    spans.add(tableSpans);
    int files = FILES / (PATH_TABLES.size() + ID_TABLES.size()) + 1;
    List<SstFile> live = new ArrayList<>();
    addLevel(live, 0, wideFiles, prefixes, order);
    addLevel(live, 4, files / 50, prefixes, order);
    addLevel(live, 5, files / 8, prefixes, order);
    addLevel(live, 6, files - live.size(), prefixes, order);
    Collections.shuffle(live, random);
    tables.add(LsmTable.of(table, LEVELS, live));
  }

  /** Files of equal share of the keys; those of level 0 span nearly everything. */
  private void addLevel(List<SstFile> live, int level, int files, byte[][] prefixes, Integer[] order) {
    long keys = (long) BUCKETS * KEYS_PER_BUCKET;
    for (int i = 0; i < files; i++) {
      long first = level == 0 ? random.nextInt(KEYS_PER_BUCKET) : keys / files * i;
      long last = level == 0 ? keys - 1 - random.nextInt(KEYS_PER_BUCKET) : keys / files * (i + 1) - 1;
      long entries = level == 0 ? FILE_ENTRIES / 10 : FILE_ENTRIES;
      live.add(new SstFile(String.format("%06d.sst", nextFile++), level, key(first, prefixes, order),
          key(last, prefixes, order), FILE_BYTES * entries / FILE_ENTRIES, entries,
          tombstones(first, last, entries, level, order), false));
    }
  }

  private long tombstones(long first, long last, long entries, int level, Integer[] order) {
    if (level == 6) {
      return 0;
    }
    int from = (int) (first / KEYS_PER_BUCKET);
    int to = (int) (last / KEYS_PER_BUCKET);
    int lostHere = 0;
    for (int i = from; i <= to; i++) {
      lostHere += lost[order[i]] ? 1 : 0;
    }
    // Changes crowd where keys are deleted.
    return entries / 100 + Math.min(entries * 9 / 10, entries * 20L * lostHere / (to - from + 1));
  }

  private static byte[] key(long number, byte[][] prefixes, Integer[] order) {
    byte[] prefix = prefixes[order[(int) (number / KEYS_PER_BUCKET)]];
    byte[] suffix = String.format("key-%09d", number % KEYS_PER_BUCKET).getBytes(StandardCharsets.UTF_8);
    byte[] key = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, key, prefix.length, suffix.length);
    return key;
  }
}
