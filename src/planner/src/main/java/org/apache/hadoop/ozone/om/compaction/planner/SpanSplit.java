// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Splits a span into ranges between its SST files. A cut lies behind the last key of a file where no file of the same
 * or a deeper level goes on: cutting there makes no deep file part of two ranges. Files of upper levels that go on are
 * part of both; the range that runs first takes them down. Stretches without tombstones belong to no range.
 */
final class SpanSplit {
  private final BucketSpan span;
  private final PlanLimits limits;
  /** Ordered by first key. */
  private final List<SstFile> files;
  private final byte[] lastKeyOfSpan;
  private final List<Piece> pieces = new ArrayList<>();

  SpanSplit(BucketSpan span, List<SstFile> overlapping, PlanLimits limits) {
    this.span = span;
    this.limits = limits;
    this.files = new ArrayList<>(overlapping);
    files.sort(FilesByKey.BY_KEY);
    byte[] last = Keys.before(span.end());
    // A file's last key may lie between what counts as the last key before the end and the end.
    for (SstFile file : files) {
      if (Keys.compare(file.largestKey(), span.end()) < 0) {
        last = Keys.max(last, file.largestKey());
      }
      if (Keys.compare(file.smallestKey(), span.end()) < 0) {
        last = Keys.max(last, file.smallestKey());
      }
    }
    lastKeyOfSpan = last;
  }

  /** The ranges in key order. Together they hold every stretch of the span that a file with tombstones overlaps. */
  List<Piece> pieces() {
    byte[] begin = span.begin();
    Piece open = null;
    List<byte[]> cuts = cuts();
    cuts.add(lastKeyOfSpan);
    for (byte[] cut : cuts) {
      if (Keys.compare(begin, cut) > 0) {
        continue;
      }
      Piece atom = piece(begin, cut);
      if (atom == null) {
        close(open);
        open = null;
      } else {
        Piece both = open == null ? atom : piece(open.range.begin(), atom.range.lastKey());
        if (open != null && both.isOver(limits)) {
          close(open);
          both = atom;
        }
        open = both;
      }
      begin = Keys.after(cut);
    }
    close(open);
    return pieces;
  }

  private void close(Piece piece) {
    if (piece != null) {
      pieces.add(piece);
    }
  }

  /** Keys behind which the span may be cut, ascending, each once. */
  private List<byte[]> cuts() {
    List<byte[]> cuts = new ArrayList<>();
    List<SstFile> byEnd = new ArrayList<>(files);
    byEnd.sort(Comparator.comparing(SstFile::largestKey, Keys::compare));
    int deepest = files.stream().mapToInt(SstFile::level).max().orElse(0);
    byte[][] reach = new byte[deepest + 1][];
    int begun = 0;
    for (SstFile file : byEnd) {
      byte[] end = file.largestKey();
      for (; begun < files.size() && Keys.compare(files.get(begun).smallestKey(), end) <= 0; begun++) {
        SstFile next = files.get(begun);
        byte[] known = reach[next.level()];
        reach[next.level()] = known == null ? next.largestKey() : Keys.max(known, next.largestKey());
      }
      boolean goesOn = false;
      for (int level = file.level(); level <= deepest; level++) {
        goesOn |= reach[level] != null && Keys.compare(reach[level], end) > 0;
      }
      if (!goesOn && Keys.compare(end, span.end()) < 0
          && (cuts.isEmpty() || Keys.compare(cuts.get(cuts.size() - 1), end) < 0)) {
        cuts.add(end);
      }
    }
    return cuts;
  }

  /** The part of {@code [begin, lastKey]} that files with tombstones overlap; null if none does. */
  private Piece piece(byte[] begin, byte[] lastKey) {
    byte[] first = null;
    byte[] last = null;
    for (SstFile file : files) {
      if (file.tombstones() > 0 && file.overlaps(begin, lastKey)) {
        byte[] from = Keys.max(begin, file.smallestKey());
        byte[] to = Keys.min(lastKey, file.largestKey());
        first = first == null ? from : Keys.min(first, from);
        last = last == null ? to : Keys.max(last, to);
      }
    }
    if (first == null) {
      return null;
    }
    List<SstFile> inside = new ArrayList<>();
    for (SstFile file : files) {
      if (file.overlaps(first, last)) {
        inside.add(file);
      }
    }
    return new Piece(new KeyRange(first, last), inside);
  }

  /** A range and the files that overlap it. */
  static final class Piece {
    final KeyRange range;
    final List<SstFile> files;

    Piece(KeyRange range, List<SstFile> files) {
      this.range = range;
      this.files = files;
    }

    boolean isOver(PlanLimits limits) {
      long entries = 0;
      long bytes = 0;
      for (SstFile file : files) {
        entries += file.entries();
        bytes += file.sizeBytes();
      }
      return entries > limits.maxEntries() || bytes > limits.maxBytes();
    }
  }
}
