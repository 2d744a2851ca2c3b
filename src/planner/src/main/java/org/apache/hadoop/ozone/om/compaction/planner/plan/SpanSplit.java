// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Splits a span into ranges. A range may end at the last key of an SST file, if the cut divides no file of the same or
 * a deeper level.
 *
 * <p>The size of a range is the total size of the files that its compaction reads on level 1 and deeper levels.
 */
final class SpanSplit {
  private final BucketSpan span;
  private final FileProfiles profiles;
  private final FilesByKey table;
  private final PlanLimits limits;
  private final List<SstFile> byBegin;
  private final List<SpanPiece> pieces = new ArrayList<>();

  private SpanSplit(SpanStatistics target, PlanLimits limits) {
    this.span = target.span();
    this.profiles = target.table().profiles();
    this.table = target.table().byKey();
    this.limits = limits;
    this.byBegin = new ArrayList<>(target.files());
    byBegin.sort(FilesByKey.BY_KEY);
  }

  /** The ranges in key order. Together they contain all keys of the span where files may have tombstones. */
  static List<SpanPiece> pieces(SpanStatistics target, PlanLimits limits) {
    SpanSplit split = new SpanSplit(target, limits);
    split.split();
    return split.pieces;
  }

  private void split() {
    List<byte[]> ends = cuts();
    ends.add(lastKeyOfSpan());
    List<SstFile> active = new ArrayList<>();
    int begun = 0;
    byte[] begin = span.begin();
    OpenPiece open = new OpenPiece();
    for (byte[] end : ends) {
      byte[] from = begin;
      if (Keys.compare(from, end) > 0) {
        continue;
      }
      active.removeIf(file -> Keys.compare(file.largestKey(), from) < 0);
      for (; begun < byBegin.size() && Keys.compare(byBegin.get(begun).smallestKey(), end) <= 0; begun++) {
        active.add(byBegin.get(begun));
      }
      KeyRange atom = withTombstones(active, from, end);
      if (atom == null || !open.growsTo(atom, active)) {
        open.close(pieces);
        open = new OpenPiece();
        if (atom != null) {
          open.begin(atom, active);
        }
      }
      begin = Keys.after(end);
    }
    open.close(pieces);
  }

  /** Returns the last key of the last range: no known key of the span is larger. */
  private byte[] lastKeyOfSpan() {
    byte[] last = span.keys().lastKey();
    for (SstFile file : byBegin) {
      // No valid UTF-8 key of the span is larger. But a file may hold a larger key of the span that is not valid UTF-8.
      last = Keys.max(last, Keys.compare(file.largestKey(), span.end()) < 0 ? file.largestKey() : file.smallestKey());
    }
    return last;
  }

  /** Keys after which the span may be cut, ascending, without duplicates. */
  private List<byte[]> cuts() {
    List<byte[]> cuts = new ArrayList<>();
    List<SstFile> byEnd = new ArrayList<>(byBegin);
    byEnd.removeIf(file -> Keys.compare(file.largestKey(), span.end()) >= 0);
    byEnd.sort(Comparator.comparing(SstFile::largestKey, Keys::compare).thenComparing(FilesByKey.BY_KEY));
    int deepest = byBegin.stream().mapToInt(SstFile::level).max().orElse(0);
    byte[][] reach = new byte[deepest + 1][];
    int begun = 0;
    for (SstFile file : byEnd) {
      byte[] end = file.largestKey();
      for (; begun < byBegin.size() && Keys.compare(byBegin.get(begun).smallestKey(), end) <= 0; begun++) {
        SstFile next = byBegin.get(begun);
        byte[] known = reach[next.level()];
        reach[next.level()] = known == null ? next.largestKey() : Keys.max(known, next.largestKey());
      }
      boolean goesOn = false;
      for (int level = file.level(); level <= deepest; level++) {
        goesOn |= reach[level] != null && Keys.compare(reach[level], end) > 0;
      }
      if (!goesOn && (cuts.isEmpty() || Keys.compare(cuts.get(cuts.size() - 1), end) < 0)) {
        cuts.add(end);
      }
    }
    return cuts;
  }

  /** The smallest part of {@code [begin, lastKey]} with all keys where files may have tombstones; null if none. */
  private KeyRange withTombstones(List<SstFile> files, byte[] begin, byte[] lastKey) {
    List<KeyRange> some = new ArrayList<>();
    for (SstFile file : files) {
      FileProfile profile = profiles.of(file);
      // A file may have a stretch for each of 100,000 buckets and be active in as many parts.
      int first = profile == null ? 0 : profile.stretchOf(begin);
      int end = profile == null ? 1 : profile.stretchOf(lastKey) + 1;
      for (int i = first; file.tombstones() > 0 && i < end; i++) {
        byte[] from = Keys.max(begin, profile == null ? file.smallestKey() : profile.begin(file, i));
        byte[] to = Keys.min(lastKey, profile == null ? file.largestKey() : profile.lastKey(file, i));
        if ((profile == null || profile.tombstones(i) > 0) && Keys.compare(from, to) <= 0) {
          some.add(new KeyRange(from, to));
        }
      }
    }
    return some.stream().reduce(KeyRange::hull).orElse(null);
  }

  /** A range under construction, which grows from one possible cut to the next, up to the limits. */
  private final class OpenPiece {
    private final List<SstFile> files = new ArrayList<>();
    /** Files that begin after the range; such a file becomes part of the range if the range grows far enough. */
    private final List<SstFile> behind = new ArrayList<>();
    private KeyRange range;
    /** The files that compacting the range reads; null until {@link #growsTo} is first called. */
    private OverlappingInputs drawn;

    void begin(KeyRange atom, List<SstFile> active) {
      range = atom;
      for (SstFile file : active) {
        if (file.overlaps(atom)) {
          files.add(file);
        }
      }
      noteBehind(active);
    }

    /** Adds the keys up to the next cut; false if the limits forbid it, or before {@link #begin}. */
    boolean growsTo(KeyRange atom, List<SstFile> active) {
      if (range == null) {
        return false;
      }
      noteBehind(active);
      List<SstFile> more = behind.stream().filter(file -> Keys.compare(file.smallestKey(), atom.lastKey()) <= 0)
          .collect(Collectors.toList());
      drawn = drawn == null ? OverlappingInputs.by(files, table) : drawn;
      if (!drawn.growBy(more, limits)) {
        return false;
      }
      range = new KeyRange(range.begin(), atom.lastKey());
      files.addAll(more);
      behind.removeAll(more);
      return true;
    }

    private void noteBehind(List<SstFile> active) {
      SstFile last = behind.isEmpty() ? null : behind.get(behind.size() - 1);
      for (SstFile file : active) {
        if (Keys.compare(file.smallestKey(), range.lastKey()) > 0
            && (last == null || FilesByKey.BY_KEY.compare(file, last) > 0)) {
          behind.add(file);
        }
      }
    }

    void close(List<SpanPiece> pieces) {
      if (range != null) {
        files.sort(Comparator.comparingInt(SstFile::level).thenComparing(FilesByKey.BY_KEY));
        pieces.add(new SpanPiece(range, files));
      }
    }
  }
}
