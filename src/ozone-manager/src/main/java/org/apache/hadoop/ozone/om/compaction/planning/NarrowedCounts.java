// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.PieceCounts;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.PartCounts;
import org.apache.hadoop.ozone.om.compaction.scan.PartScan;

/**
 * Some spans of a table with counts as narrow as is known: of files without tombstones, too, and wherever the spans
 * begin and end. Such files are too many to read them all, so only those of spans that somebody looks at are.
 */
public final class NarrowedCounts {
  private static final String NO_ROOM = "What is left to count is more than this OM keeps in memory.";

  private final NodeStatistics statistics;
  private final OmDatabase database;
  private final ExactCounts exactCounts;
  private final boolean exact;
  private final Map<String, Long> bytesToCount = new HashMap<>();

  private NarrowedCounts(NodeStatistics statistics, ExactCounts exactCounts, boolean exact) {
    this.statistics = statistics;
    this.database = statistics.snapshot().database();
    this.exactCounts = exactCounts;
    this.exact = exact;
  }

  /** As the statistics have them. */
  static NarrowedCounts none(NodeStatistics statistics, ExactCounts exactCounts) {
    return new NarrowedCounts(statistics, exactCounts, false);
  }

  /**
   * Has what is not known counted in the background, once the scans that the statistics themselves want have ended.
   *
   * @param scanned  the spans of which files with tombstones are scanned, too
   * @param timeout the longest wait for it
   */
  static NarrowedCounts of(NodeStatistics statistics, ExactCounts exactCounts, Collection<BucketSpan> spans,
      Collection<BucketSpan> scanned, Duration timeout) {
    NarrowedCounts narrowed = new NarrowedCounts(statistics, exactCounts, true);
    List<PartCounts.Part> parts = new ArrayList<>();
    for (BucketSpan span : spans) {
      for (SstFile across : statistics.table(span.table()).filesAcross(span)) {
        if (across.tombstones() == 0 && parts.size() < PartCounts.MAX_ASKED) {
          parts.add(new PartCounts.Part(across, span));
        }
      }
    }
    List<SharedFile> files = narrowed.filesToCut(scanned);
    if (statistics.filesToScan() == 0) {
      exactCounts.scan(narrowed.database, files, Duration.ZERO);
      exactCounts.parts().ask(narrowed.database, parts, timeout);
    }
    narrowed.noteLeft(files, parts);
    return narrowed;
  }

  /** Files with tombstones, each once, to be cut wherever one of the spans begins or ends. */
  private List<SharedFile> filesToCut(Collection<BucketSpan> spans) {
    Map<String, SstFile> files = new LinkedHashMap<>();
    Map<String, List<byte[]>> cuts = new HashMap<>();
    Map<String, TableStatistics> tables = new HashMap<>();
    for (BucketSpan span : spans) {
      for (SstFile across : statistics.table(span.table()).filesAcross(span)) {
        if (across.tombstones() > 0 && exactCounts.whyNotCounted(database, across) == null) {
          files.put(across.name(), across);
          tables.put(across.name(), statistics.table(span.table()));
          cuts.computeIfAbsent(across.name(), any -> new ArrayList<>()).addAll(edges(across, span));
        }
      }
    }
    List<SharedFile> toCut = new ArrayList<>();
    files.forEach((name, file) -> toCut.add(tables.get(name).toScan(file, cuts.get(name))));
    return toCut;
  }

  /** Where a span begins and ends inside a file. */
  private static List<byte[]> edges(SstFile file, BucketSpan span) {
    List<byte[]> edges = new ArrayList<>(2);
    if (Keys.compare(file.smallestKey(), span.begin()) < 0) {
      edges.add(span.begin());
    }
    if (Keys.compare(file.largestKey(), span.end()) >= 0) {
      edges.add(span.end());
    }
    return edges;
  }

  private void noteLeft(List<SharedFile> files, List<PartCounts.Part> parts) {
    Set<String> ofStatistics = statistics.namesToScan();
    for (SharedFile file : files) {
      // Also where the scan has ended meanwhile: what the statistics made of it, runs above all, is of before.
      if (!ofStatistics.contains(file.file().name()) && exactCounts.tells(database, file)) {
        bytesToCount.put(file.file().name(), file.file().sizeBytes());
      }
    }
    for (PartCounts.Part part : parts) {
      if (exactCounts.parts().isToCount(database, part)) {
        bytesToCount.put(part.file().name(), part.file().sizeBytes());
      }
    }
  }

  /** SST files that are still to be read for the statistics or for these spans. */
  public int filesToScan() {
    return statistics.filesToScan() + bytesToCount.size();
  }

  /** Their size, the most that is read of them. */
  public long bytesToScan() {
    return statistics.bytesToScan() + bytesToCount.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The span as it is known now. */
  public SpanStatistics of(SpanStatistics counted) {
    BucketSpan span = counted.span();
    return !exact || isPoint(counted) ? counted
        : statistics.table(span.table()).of(span, file -> file.tombstones() > 0 ? null : profile(file, span));
  }

  private FileProfile profile(SstFile file, BucketSpan span) {
    long inside = exactCounts.parts().entries(database, new PartCounts.Part(file, span));
    if (inside == PartScan.UNKNOWN) {
      return null;
    }
    List<byte[]> cuts = edges(file, span);
    boolean before = Keys.compare(file.smallestKey(), span.begin()) < 0;
    // Where outside of the span the others are does not matter here.
    long[] entries = new long[cuts.size() + 1];
    entries[before ? 0 : 1] = file.entries() - inside;
    entries[before ? 1 : 0] = inside;
    return new FileProfile(cuts.toArray(new byte[0][]), new PieceCounts(entries, new long[entries.length]));
  }

  /** Whether no scan narrows the counts of a span further. */
  public boolean isFinal(SpanStatistics span) {
    return isPoint(of(span)) || exact && statistics.filesToScan() == 0
        && span.files().stream().noneMatch(file -> bytesToCount.containsKey(file.name()));
  }

  /** Why counts are final although they are intervals, one sentence; null where they are not both. */
  public String whyFinal(SpanStatistics span) {
    if (isPoint(of(span)) || !isFinal(span)) {
      return null;
    }
    for (SstFile file : span.files()) {
      String why = exactCounts.whyNotCounted(database, file);
      why = why == null ? exactCounts.parts().whyNotCounted(database, file) : why;
      if (why != null && !isInside(file, span.span())) {
        return why;
      }
    }
    return NO_ROOM;
  }

  private static boolean isInside(SstFile file, BucketSpan span) {
    return Keys.compare(span.begin(), file.smallestKey()) <= 0 && Keys.compare(file.largestKey(), span.end()) < 0;
  }

  private static boolean isPoint(SpanStatistics span) {
    return span.entries().isExact() && span.tombstones().isExact();
  }
}
