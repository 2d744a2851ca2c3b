// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A random LSM tree of a table whose every entry is known, the metadata that RocksDB would give, and its buckets. */
public final class GeneratedTree {
  public static final String TABLE = "keyTable";
  static final int LEVELS = 7;

  /** One version of a key in one file. */
  public record Entry(byte[] key, boolean tombstone) {
  }

  /** What a file really holds, in key order. */
  private final Map<SstFile, List<Entry>> content = new HashMap<>();
  private final List<BucketSpan> spans = new ArrayList<>();
  private final Random random;

  private GeneratedTree(long seed) {
    random = new Random(seed);
  }

  public static GeneratedTree of(long seed) {
    GeneratedTree tree = new GeneratedTree(seed);
    tree.generate();
    return tree;
  }

  private void generate() {
    int buckets = 1 + random.nextInt(8);
    int known = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      if (random.nextInt(4) > 0) {
        spans.add(bucket(bucket));
        known++;
      }
    }
    if (known > 0) {
      Collections.shuffle(spans, random);
    }
    int runs = random.nextInt(5);
    for (int run = 0; run < runs; run++) {
      addFile(0, keys(buckets, 1 + random.nextInt(40)));
    }
    for (int level = 1 + random.nextInt(3); level < LEVELS; level += 1 + random.nextInt(3)) {
      addLevel(level, keys(buckets, random.nextInt(150)));
    }
  }

  private void addLevel(int level, List<byte[]> keys) {
    for (int from = 0; from < keys.size();) {
      int to = Math.min(keys.size(), from + 1 + random.nextInt(30));
      addFile(level, keys.subList(from, to));
      // Now and then the next file begins with the key that this one ends with.
      from = to < keys.size() && to - from > 1 && random.nextInt(8) == 0 ? to - 1 : to;
    }
  }

  private void addFile(int level, List<byte[]> keys) {
    int percentTombstones = random.nextInt(3) * random.nextInt(60);
    List<Entry> entries = new ArrayList<>();
    int tombstones = 0;
    for (byte[] key : keys) {
      boolean tombstone = random.nextInt(100) < percentTombstones;
      entries.add(new Entry(key, tombstone));
      tombstones += tombstone ? 1 : 0;
    }
    content.put(new SstFile(String.format("%06d.sst", content.size()), level, keys.get(0), keys.get(keys.size() - 1),
        100 * keys.size() + random.nextInt(50), keys.size(), tombstones, false), entries);
  }

  private List<byte[]> keys(int buckets, int count) {
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    boolean narrow = random.nextBoolean();
    int from = narrow ? random.nextInt(buckets) : 0;
    int to = narrow ? from + 1 + random.nextInt(buckets - from) : buckets;
    while (keys.size() < count) {
      int bucket = from + random.nextInt(to - from);
      keys.add(bytes("/v/b" + bucket + "/" + random.nextInt(300)));
    }
    return new ArrayList<>(keys);
  }

  private static BucketSpan bucket(int number) {
    return new BucketSpan(TABLE, "v", "b" + number, bytes("/v/b" + number + "/"), bytes("/v/b" + number + "0"));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public List<BucketSpan> spans() {
    return spans;
  }

  public LsmTable table() {
    List<SstFile> files = new ArrayList<>(content.keySet());
    Collections.shuffle(files, random);
    return LsmTable.of(TABLE, LEVELS, files).withSettings(CompactionSettings.ofTargetFileBytes(2_000));
  }

  public TableStatistics statistics() {
    return statistics(FileProfiles.UNKNOWN);
  }

  TableStatistics statistics(FileProfiles profiles) {
    return TableStatistics.take(table(), new SpanSlots(TABLE, spans), profiles);
  }

  /** What a scan of every file finds that cuts it wherever a bucket begins or ends. */
  FileProfiles cutAtSpans() {
    return file -> profile(file, spans.stream().flatMap(span -> Stream.of(span.begin(), span.end())));
  }

  /** What a scan of some files finds that cuts them at keys of their own. */
  FileProfiles cutAnywhere(long seed) {
    Map<SstFile, FileProfile> profiles = new HashMap<>();
    Random chance = new Random(seed);
    content.keySet().stream().sorted(Comparator.comparing(SstFile::name)).filter(file -> chance.nextInt(3) > 0)
        .forEach(file -> profiles.put(file, profile(file, content.get(file).stream().map(Entry::key)
            .filter(key -> chance.nextInt(4) == 0))));
    return profiles::get;
  }

  private FileProfile profile(SstFile file, Stream<byte[]> keys) {
    byte[][] cuts = keys.filter(key -> Keys.compare(file.smallestKey(), key) < 0
        && Keys.compare(key, file.largestKey()) <= 0).sorted(Keys::compare).toArray(byte[][]::new);
    byte[][] distinct = IntStream.range(0, cuts.length).filter(i -> i == 0 || Keys.compare(cuts[i - 1], cuts[i]) < 0)
        .mapToObj(i -> cuts[i]).toArray(byte[][]::new);
    return count(file, distinct);
  }

  private FileProfile count(SstFile file, byte[][] cuts) {
    long[] entries = new long[cuts.length + 1];
    long[] tombstones = new long[cuts.length + 1];
    for (Entry entry : content.get(file)) {
      int piece = 0;
      while (piece < cuts.length && Keys.compare(cuts[piece], entry.key()) <= 0) {
        piece++;
      }
      entries[piece]++;
      tombstones[piece] += entry.tombstone() ? 1 : 0;
    }
    return new FileProfile(cuts, entries, tombstones);
  }

  public List<Entry> entries(BucketSpan span) {
    return content.values().stream().flatMap(List::stream)
        .filter(entry -> Keys.compare(span.begin(), entry.key()) <= 0 && Keys.compare(entry.key(), span.end()) < 0)
        .toList();
  }

  public List<Entry> entries() {
    return content.values().stream().flatMap(List::stream).toList();
  }

  public static long tombstones(List<Entry> entries) {
    return entries.stream().filter(Entry::tombstone).count();
  }
}
