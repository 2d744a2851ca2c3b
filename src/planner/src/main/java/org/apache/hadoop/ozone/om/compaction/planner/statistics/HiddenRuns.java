// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Finds the files to scan, because the counts of whole files may hide a dense run. These files are
 * <ul>
 * <li>files with live keys and enough tombstones for a run,
 * <li>files of almost only tombstones that overlap no known run,
 * <li>files of deeper levels that reach beyond a file of the second kind, and may have their live keys beyond it.
 * </ul>
 */
final class HiddenRuns {
  /** A file is scanned from one tenth of a run's minimum tombstones on, as overlapping files may add up to it. */
  private static final int PARTS = 10;
  private static final double ALL_TOMBSTONES = 0.9;

  private final CountedTable statistics;
  private final long minTombstones;
  private final Map<SstFile, List<byte[]>> cuts = new LinkedHashMap<>();

  private HiddenRuns(CountedTable statistics, long minTombstones) {
    this.statistics = statistics;
    this.minTombstones = Math.max(1, minTombstones);
  }

  /** Files without a scan, or with a scan that lacks a necessary cut; those with the most tombstones first. */
  static List<FileToScan> files(CountedTable statistics, TableRuns runs, long minTombstones) {
    HiddenRuns hidden = new HiddenRuns(statistics, minTombstones);
    hidden.lookForMixedFiles();
    hidden.lookBelow(runs);
    List<FileToScan> files = new ArrayList<>();
    hidden.cuts.forEach((file, edges) -> files.add(statistics.toScan(file, edges)));
    files.sort(Comparator.comparingLong((FileToScan file) -> file.file().tombstones()).reversed()
        .thenComparing(file -> file.file().name()));
    return Collections.unmodifiableList(files);
  }

  private void lookForMixedFiles() {
    for (SstFile file : statistics.files().table().files()) {
      if (file.tombstones() >= atLeast() && file.tombstones() < ALL_TOMBSTONES * file.entries()
          && statistics.files().profiles().of(file) == null) {
        cuts.put(file, new ArrayList<>());
      }
    }
  }

  private long atLeast() {
    return Math.max(1, minTombstones / PARTS);
  }

  private void lookBelow(TableRuns runs) {
    for (SstFile file : statistics.files().table().files()) {
      if (file.tombstones() >= Math.max(atLeast(), ALL_TOMBSTONES * file.entries())) {
        BucketSpan keys = BucketSpan.unattributed(statistics.files().table().name(), file.keys());
        if (runs.longestReachingInto(keys) == null) {
          cutBelow(file, keys);
          cutApart(file);
        }
      }
    }
  }

  private void cutBelow(SstFile upper, BucketSpan keys) {
    for (SstFile lower : statistics.files().overlapping(keys)) {
      if (lower.level() > upper.level()) {
        for (byte[] edge : Arrays.asList(keys.begin(), keys.end())) {
          if (Keys.compare(lower.smallestKey(), edge) < 0 && Keys.compare(edge, lower.largestKey()) <= 0
              && !isCut(lower, edge)) {
            cuts.computeIfAbsent(lower, any -> new ArrayList<>()).add(edge);
          }
        }
      }
    }
  }

  /** Asks for a scan with cuts where deeper files begin; not again after a scan, although files below change. */
  private void cutApart(SstFile upper) {
    if (statistics.files().profiles().of(upper) == null) {
      cuts.computeIfAbsent(upper, any -> new ArrayList<>()).addAll(statistics.files().beginsBelow(upper));
    }
  }

  private boolean isCut(SstFile file, byte[] edge) {
    FileProfile profile = statistics.files().profiles().of(file);
    for (int i = 0; profile != null && i < profile.stretches() - 1; i++) {
      if (Arrays.equals(profile.cut(i), edge)) {
        return true;
      }
    }
    return false;
  }
}
