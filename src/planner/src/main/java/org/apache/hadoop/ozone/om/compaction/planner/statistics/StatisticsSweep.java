// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Adds up the counts of files, file by file, in the slots of {@link SpanSlots} that each file overlaps. */
final class StatisticsSweep {
  private final SpanSlots slots;
  private final FileProfiles profiles;
  private final SlotCounts counts;
  /** The gaps that are known to contain a key. A file that extends across a gap need not contain a key of the gap. */
  private final BitSet inhabitedGaps = new BitSet();
  private final Map<Integer, GapEdges> gapEdges = new HashMap<>();
  private final List<FileToScan> sharedFiles = new ArrayList<>();

  StatisticsSweep(SpanSlots slots, FileProfiles profiles) {
    this.slots = slots;
    this.profiles = profiles;
    this.counts = new SlotCounts(slots.count());
  }

  void add(SstFile file) {
    int first = slots.find(file.smallestKey());
    int last = slots.find(file.largestKey());
    if (SpanSlots.isGap(first)) {
      edges(first).firstKey(file.smallestKey());
    }
    if (SpanSlots.isGap(last)) {
      edges(last).lastKey(file.largestKey());
    }
    if (first == last) {
      counts.addOwn(first, file);
    } else {
      counts.addShared(first, last, file);
      addShared(first, last, file);
      if (SpanSlots.isGap(first)) {
        edges(first).goesOnBehind();
      }
      if (SpanSlots.isGap(last)) {
        edges(last).comesFromBefore();
      }
    }
  }

  private GapEdges edges(int gap) {
    inhabitedGaps.set(gap);
    return gapEdges.computeIfAbsent(gap, any -> new GapEdges());
  }

  private void addShared(int first, int last, SstFile file) {
    if (file.tombstones() > 0) {
      sharedFiles.add(new FileToScan(file, slots, first, last));
    }
    FileProfile profile = profiles == FileProfiles.UNKNOWN ? null : profiles.of(file);
    if (profile == null) {
      counts.addPossible(first, last, file.entries(), file.tombstones());
    } else {
      addStretches(first, last, profile);
    }
  }

  /** Counts a scanned file. The counts of a scanned key interval are exact if it lies within one span or gap. */
  private void addStretches(int first, int last, FileProfile profile) {
    int begin = first;
    for (int i = 0; i < profile.stretches(); i++) {
      boolean isLast = i == profile.stretches() - 1;
      int end = isLast ? last : Math.min(last, Math.max(begin, slots.findBefore(profile.cut(i), begin)));
      if (profile.entries(i) > 0 && begin == end) {
        counts.addKnown(begin, profile.entries(i), profile.tombstones(i));
        if (SpanSlots.isGap(begin)) {
          inhabitedGaps.set(begin);
        }
      } else if (profile.entries(i) > 0) {
        counts.addPossible(begin, end, profile.entries(i), profile.tombstones(i));
      }
      begin = isLast ? end : Math.min(last, slots.find(profile.cut(i), begin));
    }
  }

  /** Returns statistics for each known span that overlaps a file, and for each gap that is known to hold a key. */
  CountedSpans results(TableFiles table) {
    CountedSpans results = new CountedSpans(table, slots);
    SpanCounts here = SpanCounts.NONE;
    int slot = 0;
    while (slot < slots.count()) {
      here = counts.of(slot, here);
      int end = Math.min(slots.count(), counts.nextChange(slot, here));
      if (here.ownFiles + here.sharedFiles > 0) {
        append(results, table, slot, end, here);
      }
      slot = end;
    }
    return results;
  }

  /** Adds the slots up to {@code end}, exclusive, which have equal counts, except gaps not known to hold a key. */
  private void append(CountedSpans results, TableFiles table, int first, int end, SpanCounts here) {
    int slot = first;
    for (int gap = inhabitedGaps.nextSetBit(first); gap >= 0 && gap < end; gap = inhabitedGaps.nextSetBit(slot)) {
      results.append(slot, gap, here);
      results.appendGap(gap, gap(table, gap, here), here);
      slot = gap + 1;
    }
    results.append(slot, end, here);
  }

  /** The statistics of a known span; all counts are 0 if no file overlaps it. */
  SpanStatistics result(TableFiles table, BucketSpan span) {
    SpanCounts here = SpanCounts.NONE;
    int slot = slots.find(span.begin());
    for (int i = 0; i <= slot; i++) {
      here = counts.of(i, here);
    }
    return new SpanStatistics(table, span, here);
  }

  List<FileToScan> sharedFiles() {
    return sharedFiles;
  }

  private BucketSpan gap(TableFiles table, int slot, SpanCounts here) {
    GapEdges edges = gapEdges.getOrDefault(slot, new GapEdges());
    boolean passedOver = here.sharedFiles > edges.sharedFilesWithAnEnd;
    boolean trimBegin = slot == 0 || !passedOver && !edges.openBegin;
    boolean trimEnd = slot == slots.count() - 1 || !passedOver && !edges.openEnd;
    return BucketSpan.unattributed(table.table().name(),
        trimBegin ? edges.first : slots.begin(slot), trimEnd ? Keys.after(edges.last) : slots.end(slot));
  }

  /** Where files begin first and end last in a gap, and whether they reach beyond it. */
  private static final class GapEdges {
    private byte[] first;
    private byte[] last;
    private boolean openBegin;
    private boolean openEnd;
    private int sharedFilesWithAnEnd;

    void firstKey(byte[] key) {
      first = first == null ? key : Keys.min(first, key);
    }

    void lastKey(byte[] key) {
      last = last == null ? key : Keys.max(last, key);
    }

    void goesOnBehind() {
      openEnd = true;
      sharedFilesWithAnEnd++;
    }

    void comesFromBefore() {
      openBegin = true;
      sharedFilesWithAnEnd++;
    }
  }
}
