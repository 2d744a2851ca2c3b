// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Selects the ranges that rules published elsewhere would compact, by the metadata of files. */
final class RangeRule {
  private static final long MIN_TOMBSTONES = 10_000;
  private static final double MIN_RATIO = 0.3;
  private static final long MAX_ENTRIES = 1_000_000;
  /** TiKV splits a region at this size. */
  private static final long REGION_BYTES = 256L << 20;
  /** TiKV compacts at most this many regions after each check. */
  private static final int TOP = 20;

  private final List<SstFile> files;

  /** @param files of one table */
  RangeRule(Collection<SstFile> files) {
    this.files = files.stream().sorted(Comparator.comparing(SstFile::largestKey, Keys::compare)).toList();
  }

  /** Some keys, with the sums of the counts of their files. */
  private record Counted(KeyRange keys, long entries, long tombstones) {
    boolean isMany() {
      return tombstones >= MIN_TOMBSTONES;
    }

    boolean isDense() {
      return tombstones > 0 && tombstones >= MIN_RATIO * entries;
    }

    double score() {
      return (double) tombstones * tombstones / entries;
    }
  }

  /**
   * The rule proposed for Ozone (HDDS-12682): each bucket is a range, split at ends of files if it has more than a
   * million entries. It is compacted if it has 10,000 tombstones and 30 %, together with neighbours of which that is
   * true too.
   */
  List<KeyRange> proposed(List<BucketSpan> buckets) {
    List<KeyRange> chosen = new ArrayList<>();
    long entries = 0;
    boolean wasChosen = false;
    for (BucketSpan bucket : buckets) {
      for (Counted range : split(bucket.keys(), MAX_ENTRIES, Long.MAX_VALUE)) {
        boolean choose = range.isMany() && range.isDense();
        if (choose && wasChosen && entries + range.entries <= MAX_ENTRIES) {
          chosen.add(chosen.remove(chosen.size() - 1).hull(range.keys));
          entries += range.entries;
        } else if (choose) {
          chosen.add(range.keys);
          entries = range.entries;
        }
        wasChosen = choose;
      }
    }
    return chosen;
  }

  /** TiKV's rule: regions with 10,000 tombstones or 30 %, in descending order of tombstones times ratio. */
  List<KeyRange> scored(List<BucketSpan> buckets) {
    return buckets.stream().flatMap(bucket -> split(bucket.keys(), Long.MAX_VALUE, REGION_BYTES).stream())
        .filter(range -> range.isMany() || range.isDense())
        .sorted(Comparator.comparingDouble(Counted::score).reversed()).limit(TOP).map(Counted::keys).toList();
  }

  private List<Counted> split(KeyRange keys, long maxEntries, long maxBytes) {
    List<Counted> parts = new ArrayList<>();
    byte[] begin = keys.begin();
    long entries = 0;
    long bytes = 0;
    for (SstFile file : files) {
      if (!keys.overlaps(new KeyRange(file.smallestKey(), file.largestKey()))) {
        continue;
      }
      entries += file.entries();
      bytes += file.sizeBytes();
      boolean inside = Keys.compare(begin, file.largestKey()) < 0
          && Keys.compare(file.largestKey(), keys.lastKey()) < 0;
      if (inside && (entries > maxEntries || bytes > maxBytes)) {
        parts.add(count(new KeyRange(begin, file.largestKey())));
        begin = Keys.after(file.largestKey());
        entries = 0;
        bytes = 0;
      }
    }
    parts.add(count(new KeyRange(begin, keys.lastKey())));
    return parts;
  }

  private Counted count(KeyRange keys) {
    long entries = 0;
    long tombstones = 0;
    for (SstFile file : files) {
      if (keys.overlaps(new KeyRange(file.smallestKey(), file.largestKey()))) {
        entries += file.entries();
        tombstones += file.tombstones();
      }
    }
    return new Counted(keys, entries, tombstones);
  }
}
