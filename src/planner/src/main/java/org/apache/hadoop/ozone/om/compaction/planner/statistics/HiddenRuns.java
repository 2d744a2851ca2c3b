// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Which files may hide a dense run, or decide whether there is one: the metadata of a file tells sums only. Worth a
 * scan are
 * <ul>
 * <li>files in which so many tombstones may lie together, among live keys elsewhere, that they make a run;
 * <li>files that reach over the edge of a stretch of tombstones above them: what they hold on which side decides
 * whether the stretch is dense;
 * <li>files that hold hardly anything but tombstones and yet are no run, as too many live keys lie below them: their
 * tombstones may lie together in few places, as the deletes of two buckets do that were flushed at once.
 * </ul>
 * A file of tombstones that is a run hides nothing.
 */
final class HiddenRuns {
  /** A file with a tenth of a run's tombstones may hide one, as several files may lie above one another. */
  private static final int PARTS = 10;
  private static final double ALL_TOMBSTONES = 0.9;

  private final CountedTable statistics;
  private final long minTombstones;
  private final Map<SstFile, List<byte[]>> cuts = new LinkedHashMap<>();

  private HiddenRuns(CountedTable statistics, long minTombstones) {
    this.statistics = statistics;
    this.minTombstones = Math.max(1, minTombstones);
  }

  /**
   * @param runs of the table
   * @param minTombstones that make a run worth it
   * @return the files that were not scanned with these cuts yet, those with most tombstones first
   */
  static List<SharedFile> files(CountedTable statistics, TableRuns runs, long minTombstones) {
    HiddenRuns hidden = new HiddenRuns(statistics, minTombstones);
    hidden.lookForMixedFiles();
    hidden.lookBelow(runs);
    List<SharedFile> files = new ArrayList<>();
    hidden.cuts.forEach((file, edges) -> files.add(statistics.toScan(file, edges)));
    files.sort(Comparator.comparingLong((SharedFile file) -> file.file().tombstones()).reversed()
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
        BucketSpan keys = BucketSpan.unattributed(statistics.files().table().name(),
            new KeyRange(file.smallestKey(), file.largestKey()));
        if (runs.longestReachingInto(keys) == null) {
          cutBelow(file, keys);
          cutApart(file);
        }
      }
    }
  }

  private void cutBelow(SstFile upper, BucketSpan keys) {
    for (SstFile lower : statistics.files().in(keys)) {
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

  /** Once for each file: those below it come and go, and a scan of it for each of them would be too dear. */
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
