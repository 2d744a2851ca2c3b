// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.TreeFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.KeysOfFiles;

/**
 * Finds a key range for which compactRange compacts the files of a step. Valid for one snapshot of the tree; not
 * thread-safe. The range must contain
 * <ul>
 * <li>a key of the step's first file; on level 0, of any file of the step,
 * <li>no key of a level with a smaller number, because RocksDB would begin at that level,
 * <li>no key of the memtable, because RocksDB would flush the table,
 * <li>with RocksDB 7.7 below level 0, a key of a deeper level if the step merges files down, otherwise no such key.
 * </ul>
 */
final class NarrowRangeSearch implements AutoCloseable {
  /** Most keys of the next deeper level that are tried for one file, and most files that are sampled for keys. */
  private static final int MAX_KEYS = 64;
  private static final double[] MIDDLE = {FileSteps.MIDDLE};
  private static final double[] ELSEWHERE = {0, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875};
  private static final double[] EVERYWHERE = IntStream.range(0, MAX_KEYS).mapToDouble(i -> (double) i / MAX_KEYS)
      .toArray();
  /** Maximum number of keys for which a range is tried that begins at a put of the file and ends at the key. */
  private static final int MAX_GAPS = 4;

  private final OmDatabase database;
  private final LsmTable tree;
  private final Levels levels;
  private final KeysOfFiles keysOfFiles;
  private boolean foundInMemory;

  NarrowRangeSearch(OmDatabase database, LsmTable tree) {
    this.database = database;
    this.tree = tree;
    this.levels = new Levels(tree, FileProfiles.UNKNOWN);
    this.keysOfFiles = new KeysOfFiles(database);
  }

  /**
   * Finds a range for a file of {@link FileStep#firstFiles}, or for a file of its level that has to be compacted first,
   * that reaches the fewest levels; empty if there is none. {@code wanted} are keys of the step's tombstones.
   */
  Optional<NarrowRange> find(FileStep step, KeyRange wanted) throws DatabaseUnavailableException {
    if (levels.reach(step.level()) > step.level()) {
      // compactRange also compacts deeper levels, and the key determines which of their files. FileSteps predicts the
      // step for a key in the middle, so keys in the middle are tried first.
      return Optional.ofNullable(best(step, null, Arrays.asList(file -> wantedEntries(file, wanted, MIDDLE),
          file -> wantedEntries(file, wanted, ELSEWHERE), file -> ends(file.live()),
          file -> entries(file.live(), file.keys(), EVERYWHERE))));
    }
    NarrowRange found = best(step, null,
        Arrays.asList(file -> wantedKeys(file.live(), wanted), file -> ownKeys(file.live(), step)));
    // If clients have just written all keys of the next level, a range to a key of a deeper level is used.
    for (int level = step.level() + 1; level < tree.levels() && !step.isRewrite()
        && (found == null || found.deepest() > level); level++) {
      int below = level;
      found = best(step, found, Collections.singletonList(file -> keysBelow(file.live(), below)));
    }
    return Optional.ofNullable(found);
  }

  /**
   * Checks candidates until one of them reaches no deeper than the step. Returns the range that reaches the fewest
   * levels, {@code found} among them; null if there is none.
   */
  private NarrowRange best(FileStep step, NarrowRange found, List<Function<TreeFile, List<KeyRange>>> kinds)
      throws DatabaseUnavailableException {
    NarrowRange best = found;
    for (Function<TreeFile, List<KeyRange>> kind : kinds) {
      for (TreeFile file : step.firstFiles()) {
        for (KeyRange keys : kind.apply(file)) {
          NarrowRange next = check(keys, step);
          if (next != null && (best == null || next.deepest() < best.deepest())) {
            best = next;
          }
          if (best != null && best.deepest() <= expected(step)) {
            return best;
          }
        }
      }
    }
    return best;
  }

  /** True if a range was tried and not used because a memtable may hold a key of it: RocksDB would flush the table. */
  boolean foundInMemory() {
    return foundInMemory;
  }

  /** Returns the level that the step is predicted to write to. */
  private static int expected(FileStep step) {
    return step.merges().get(step.merges().size() - 1).outputLevel();
  }

  /** Returns the file's keys at fractions, from 0 to 1, of the keys that the file and {@code wanted} have in common. */
  private List<KeyRange> wantedEntries(TreeFile file, KeyRange wanted, double... fractions) {
    return file.keys().overlaps(wanted) ? entries(file.live(), file.tombstoneKeys(wanted), fractions)
        : Collections.emptyList();
  }

  /**
   * The file's first keys at or behind fractions of {@code keys}; none for one behind its last key.
   */
  private List<KeyRange> entries(SstFile file, KeyRange keys, double... fractions) {
    return Arrays.stream(fractions)
        .mapToObj(fraction -> new KeyRange(KeyInterpolation.inside(keys, fraction), keys.lastKey()))
        .map(from -> keysOfFiles.read(file, null, open -> open.firstKey(from))).filter(Objects::nonNull)
        .map(NarrowRangeSearch::at).collect(Collectors.toList());
  }

  private static List<KeyRange> ends(SstFile file) {
    return Arrays.asList(at(file.smallestKey()), at(file.largestKey()));
  }

  /**
   * Returns single keys within {@code wanted}: the file's first and last key, and two puts of each deeper level.
   * Assumes, without reading a deeper file, that its first and last key are puts.
   */
  private List<KeyRange> wantedKeys(SstFile file, KeyRange wanted) {
    KeyRange span = file.keys();
    if (!span.overlaps(wanted)) {
      return Collections.emptyList();
    }
    KeyRange both = span.intersection(wanted);
    List<byte[]> keys = new ArrayList<>(Arrays.asList(file.smallestKey(), file.largestKey()));
    for (int level = file.level() + 1; level < tree.levels(); level++) {
      List<TreeFile> lower = levels.overlapping(level, both);
      if (!lower.isEmpty()) {
        keys.add(firstPutFrom(both.begin(), lower.get(0).live()));
        keys.add(lastPutUpTo(both.lastKey(), lower.get(lower.size() - 1).live()));
      }
    }
    return keys.stream().filter(key -> key != null && both.contains(key)).map(NarrowRangeSearch::at)
        .collect(Collectors.toList());
  }

  private List<KeyRange> ownKeys(SstFile file, FileStep step) {
    Set<KeyRange> own = new LinkedHashSet<>(ends(file));
    if (file.level() == 0 || below(file, step) == 0) {
      tree.liveKeys().sample(file).forEach(key -> own.add(at(key)));
    }
    return new ArrayList<>(own);
  }

  /** Keys of a deeper level in the file's range, and ranges between keys of the file and of that level. */
  private List<KeyRange> keysBelow(SstFile file, int below) {
    KeyRange span = file.keys();
    Set<KeyRange> keys = new LinkedHashSet<>();
    List<TreeFile> lower = levels.overlapping(below, span);
    if (lower.isEmpty()) {
      return Collections.emptyList();
    }
    for (TreeFile each : lower) {
      keys.add(at(each.live().smallestKey()));
      keys.add(at(each.live().largestKey()));
    }
    // Only some files are sampled, as a file of level 0 can overlap thousands of files below.
    for (TreeFile each : limited(lower)) {
      tree.liveKeys().sample(each.live()).forEach(key -> keys.add(at(key)));
    }
    keys.removeIf(key -> !span.contains(key.begin()));
    List<KeyRange> all = limited(keys);
    for (KeyRange key : new ArrayList<>(all.subList(0, Math.min(MAX_GAPS, all.size())))) {
      byte[] own = lastPutUpTo(key.begin(), file);
      if (own != null) {
        all.add(new KeyRange(own, key.begin()));
      }
    }
    Stream.concat(gaps(file.smallestKey(), file.level(), below), gaps(file.largestKey(), file.level(), below))
        .sorted(Comparator.comparingLong(Gap::bytesBetween)).forEach(gap -> all.add(gap.keys));
    return all;
  }

  /** The next deeper level with files that overlap; 0 if there is none, or the step rewrites in place. */
  private int below(SstFile file, FileStep step) {
    return step.isRewrite() ? 0 : levels.firstBelow(file.level(), file.keys());
  }

  private static KeyRange at(byte[] key) {
    return new KeyRange(key, key);
  }

  /** Picks at most MAX_KEYS of the candidates, evenly distributed. */
  private static <T> List<T> limited(Collection<T> candidates) {
    List<T> all = new ArrayList<>(candidates);
    int stride = Math.max(1, (all.size() + MAX_KEYS - 1) / MAX_KEYS);
    return IntStream.range(0, all.size()).filter(i -> i % stride == 0).mapToObj(all::get)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /**
   * The ranges from {@code key} to the nearest puts before and after it in files of level {@code below}; none on a side
   * without such a put.
   */
  private Stream<Gap> gaps(byte[] key, int level, int below) {
    byte[] before = null;
    byte[] behind = null;
    for (SstFile file : tree.files()) {
      if (file.level() == below) {
        byte[] left = lastPutUpTo(key, file);
        byte[] right = firstPutFrom(key, file);
        before = left == null || before != null && Keys.compare(before, left) >= 0 ? before : left;
        behind = right == null || behind != null && Keys.compare(behind, right) <= 0 ? behind : right;
      }
    }
    List<Gap> gaps = new ArrayList<>();
    if (before != null) {
      KeyRange gap = new KeyRange(before, key);
      gaps.add(new Gap(new KeyRange(before, level == 0 ? key : firstKeyOfLevel(level, gap)), between(level, gap)));
    }
    if (behind != null) {
      KeyRange gap = new KeyRange(key, behind);
      gaps.add(new Gap(new KeyRange(level == 0 ? key : lastKeyOfLevel(level, gap), behind), between(level, gap)));
    }
    return gaps.stream();
  }

  private long between(int level, KeyRange gap) {
    return levels.overlapping(level, gap).stream().mapToLong(file -> file.live().sizeBytes()).sum();
  }

  /** Shortens {@code gap} at its end until it overlaps only one file of the level, and returns its new last key. */
  private byte[] firstKeyOfLevel(int level, KeyRange gap) {
    SstFile first = levels.overlapping(level, gap).get(0).live();
    return gap.contains(first.smallestKey()) ? first.smallestKey() : Keys.min(first.largestKey(), gap.lastKey());
  }

  private byte[] lastKeyOfLevel(int level, KeyRange gap) {
    List<TreeFile> files = levels.overlapping(level, gap);
    SstFile last = files.get(files.size() - 1).live();
    return gap.contains(last.largestKey()) ? last.largestKey() : Keys.max(last.smallestKey(), gap.begin());
  }

  private byte[] lastPutUpTo(byte[] key, SstFile file) {
    return Keys.compare(file.largestKey(), key) <= 0 ? file.largestKey()
        : Keys.compare(file.smallestKey(), key) > 0 ? null
        : keysOfFiles.read(file, null, open -> open.lastPut(new KeyRange(file.smallestKey(), key)));
  }

  private byte[] firstPutFrom(byte[] key, SstFile file) {
    return Keys.compare(file.smallestKey(), key) >= 0 ? file.smallestKey()
        : Keys.compare(file.largestKey(), key) < 0 ? null
        : keysOfFiles.read(file, null, open -> open.firstPut(new KeyRange(key, file.largestKey())));
  }

  /** Returns the range if compactRange would carry out the step for {@code keys} without a flush; otherwise null. */
  private NarrowRange check(KeyRange keys, FileStep step) throws DatabaseUnavailableException {
    int level = step.level();
    if (!isOn(level, keys) || IntStream.range(0, level).anyMatch(above -> isOn(above, keys))) {
      return null;
    }
    int deepest = tree.levels() - 1;
    while (deepest > levels.reach(level) && !isOn(deepest, keys)) {
      deepest--;
    }
    if (level > 0 && step.isRewrite() != (deepest == level)) {
      return null;
    }
    NarrowRange range = new NarrowRange(keys, level, deepest, endsThatArePuts(keys, level, deepest));
    boolean inMemory = range.mayBeInMemory(database, tree.name());
    foundInMemory |= inMemory;
    return inMemory ? null : range;
  }

  private boolean isOn(int level, KeyRange keys) {
    return tree.files().stream().anyMatch(file -> file.level() == level && keysOfFiles.holds(file, keys));
  }

  private List<byte[]> endsThatArePuts(KeyRange keys, int level, int deepest) {
    Set<KeyRange> edges = new LinkedHashSet<>(Arrays.asList(at(keys.begin()), at(keys.lastKey())));
    edges.removeIf(key -> !isPut(key, level, deepest));
    return edges.stream().map(KeyRange::begin).collect(Collectors.toList());
  }

  /**
   * True if the newest version of the key in SST files is a put. On level 0, every file that holds the key must hold a
   * put of it.
   */
  private boolean isPut(KeyRange key, int level, int deepest) {
    for (int each = level; each <= deepest; each++) {
      List<SstFile> holders = levels.overlapping(each, key).stream().map(TreeFile::live)
          .filter(file -> keysOfFiles.holds(file, key)).collect(Collectors.toList());
      if (!holders.isEmpty()) {
        return holders.stream().allMatch(file -> keysOfFiles.read(file, null, open -> open.firstPut(key)) != null);
      }
    }
    return false;
  }

  /**
   * A range from an end of a file to a put of a deeper level. Below level 0, it is shortened until it overlaps only one
   * file of the file's level, the one next to the put: that is compacted first, and those behind it by further steps.
   */
  private static final class Gap {
    private final KeyRange keys;
    private final long bytesBetween;

    /** @param bytesBetween bytes of all files of the file's level from its end to the put */
    Gap(KeyRange keys, long bytesBetween) {
      this.keys = keys;
      this.bytesBetween = bytesBetween;
    }

    long bytesBetween() {
      return bytesBetween;
    }
  }

  /** The files whose keys could not be read. If there are any, a suitable range may exist although none was found. */
  Set<SstFile> unread() {
    return keysOfFiles.unread();
  }

  @Override
  public void close() {
    keysOfFiles.close();
  }
}
