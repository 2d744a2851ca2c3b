// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * What is left to do in a range that was merged down. Tombstones stay there for one of two reasons.
 *
 * <ul>
 * <li>Their file lies lowest. RocksDB skips the lowest level, and moves a file with nothing below it without rewriting
 * it. Rewriting just these files drops their tombstones.
 * <li>A lower file spans the range without a key in it, as in a bucket whose keys are all gone. RocksDB takes the level
 * above for the lowest, but drops no tombstone there, as it judges by the lower file's span. Merging down again with a
 * range that reaches to an end of the lower file, where it does have a key, brings both together.
 * </ul>
 *
 * <p>Pure. Files of level 0 arrived after the range was merged down, and are left for another time.
 */
public final class RemainingSteps {
  private final LsmTable table;
  private final KeyRange range;

  private RemainingSteps(LsmTable table, KeyRange range) {
    this.table = table;
    this.range = range;
  }

  /**
   * @param table read after the range was merged down
   * @param holdsTombstonesInside whether a file that holds tombstones and reaches over the edge of the range holds any
   * inside of it; asked for such files only
   * @return in the order in which to take them; empty if the range is done
   */
  public static List<CompactionStep> of(LsmTable table, KeyRange range, Predicate<SstFile> holdsTombstonesInside) {
    return new RemainingSteps(table, range).steps(holdsTombstonesInside);
  }

  private List<CompactionStep> steps(Predicate<SstFile> holdsTombstonesInside) {
    Map<Integer, List<SstFile>> lowest = new TreeMap<>();
    Map<SstFile, KeyRange> above = new LinkedHashMap<>();
    for (SstFile file : overlapping(range)) {
      if (file.level() > 0 && file.tombstones() > 0 && (isInside(file) || holdsTombstonesInside.test(file))) {
        SstFile lower = deepestBelow(file.level(), clip(file));
        if (lower == null) {
          lowest.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(file);
        } else {
          above.merge(lower, clip(file), KeyRange::hull);
        }
      }
    }
    List<CompactionStep> steps = new ArrayList<>();
    List<KeyRange> merges = new ArrayList<>();
    above.forEach((lower, keys) -> merges.add(reachingTo(lower, keys)));
    joinOverlapping(merges).forEach(merge -> steps.add(step(CompactionStep.Kind.MERGE_DOWN, merge)));
    lowest.forEach((level, files) -> joinNeighbours(level, files)
        .forEach(rewrite -> steps.add(step(CompactionStep.Kind.REWRITE_LOWEST, rewrite))));
    return steps;
  }

  private CompactionStep step(CompactionStep.Kind kind, KeyRange keys) {
    List<SstFile> files = overlapping(keys);
    return new CompactionStep(kind, keys, bytes(files), files);
  }

  /** Of the two ranges that reach to an end of the lower file the one that drags less in. */
  private KeyRange reachingTo(SstFile lower, KeyRange keys) {
    if (keys.contains(lower.smallestKey()) || keys.contains(lower.largestKey())) {
      return keys;
    }
    KeyRange left = new KeyRange(lower.smallestKey(), keys.lastKey());
    KeyRange right = new KeyRange(keys.begin(), lower.largestKey());
    return bytes(overlapping(left)) <= bytes(overlapping(right)) ? left : right;
  }

  private static List<KeyRange> joinOverlapping(List<KeyRange> ranges) {
    ranges.sort((a, b) -> Keys.compare(a.begin(), b.begin()));
    List<KeyRange> joined = new ArrayList<>();
    for (KeyRange next : ranges) {
      KeyRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.overlaps(next)) {
        joined.set(joined.size() - 1, last.hull(next));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }

  /** Joins files as long as nothing else is dragged in: no file between them, no lower one below them. */
  private List<KeyRange> joinNeighbours(int level, List<SstFile> files) {
    files.sort((a, b) -> Keys.compare(a.smallestKey(), b.smallestKey()));
    List<KeyRange> joined = new ArrayList<>();
    long filesInLast = 0;
    for (SstFile file : files) {
      KeyRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      KeyRange both = last == null ? null : last.hull(clip(file));
      if (both != null && deepestBelow(level, both) == null && filesOn(level, both) == filesInLast + 1) {
        joined.set(joined.size() - 1, both);
        filesInLast++;
      } else {
        joined.add(clip(file));
        filesInLast = 1;
      }
    }
    return joined;
  }

  private long filesOn(int level, KeyRange keys) {
    return overlapping(keys).stream().filter(file -> file.level() == level).count();
  }

  private SstFile deepestBelow(int level, KeyRange keys) {
    return overlapping(keys).stream().filter(file -> file.level() > level)
        .max(Comparator.comparingInt(SstFile::level)).orElse(null);
  }

  private List<SstFile> overlapping(KeyRange keys) {
    return table.files().stream().filter(file -> keys.overlaps(span(file))).collect(Collectors.toList());
  }

  private boolean isInside(SstFile file) {
    return range.contains(file.smallestKey()) && range.contains(file.largestKey());
  }

  private KeyRange clip(SstFile file) {
    return new KeyRange(Keys.max(range.begin(), file.smallestKey()), Keys.min(range.lastKey(), file.largestKey()));
  }

  private static KeyRange span(SstFile file) {
    return new KeyRange(file.smallestKey(), file.largestKey());
  }

  private static long bytes(List<SstFile> files) {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }
}
