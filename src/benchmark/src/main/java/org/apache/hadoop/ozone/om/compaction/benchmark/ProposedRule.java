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

/**
 * The ranges that the rule proposed for Ozone (HDDS-12682) would compact, from the same file metadata: a bucket is a
 * range, split at files' ends above a million entries. It is compacted if it has 10,000 tombstones and 30 %, together
 * with neighbours for which that is true as well.
 */
final class ProposedRule {
  private static final long MIN_TOMBSTONES = 10_000;
  private static final double MIN_RATIO = 0.3;
  private static final long MAX_ENTRIES = 1_000_000;

  private final List<SstFile> files;

  /** @param files of one table */
  ProposedRule(Collection<SstFile> files) {
    this.files = files.stream().sorted(Comparator.comparing(SstFile::largestKey, Keys::compare)).toList();
  }

  /** Keys with the sums of their files' metadata. */
  private record Counted(KeyRange keys, long entries, long tombstones) {
    boolean isChosen() {
      return tombstones >= MIN_TOMBSTONES && tombstones >= MIN_RATIO * entries;
    }
  }

  List<KeyRange> ranges(List<BucketSpan> buckets) {
    List<KeyRange> chosen = new ArrayList<>();
    long entries = 0;
    boolean wasChosen = false;
    for (BucketSpan bucket : buckets) {
      for (Counted range : split(bucket.keys())) {
        if (range.isChosen() && wasChosen && entries + range.entries <= MAX_ENTRIES) {
          chosen.add(chosen.remove(chosen.size() - 1).hull(range.keys));
          entries += range.entries;
        } else if (range.isChosen()) {
          chosen.add(range.keys);
          entries = range.entries;
        }
        wasChosen = range.isChosen();
      }
    }
    return chosen;
  }

  private List<Counted> split(KeyRange keys) {
    List<Counted> parts = new ArrayList<>();
    byte[] begin = keys.begin();
    long entries = 0;
    for (SstFile file : files) {
      if (!keys.overlaps(new KeyRange(file.smallestKey(), file.largestKey()))) {
        continue;
      }
      entries += file.entries();
      boolean inside = Keys.compare(begin, file.largestKey()) < 0
          && Keys.compare(file.largestKey(), keys.lastKey()) < 0;
      if (inside && entries > MAX_ENTRIES) {
        parts.add(count(new KeyRange(begin, file.largestKey())));
        begin = Keys.after(file.largestKey());
        entries = 0;
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
