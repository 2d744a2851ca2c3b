// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The SST files of one table by level and by key, with the profiles of those that were scanned. Immutable. */
public final class TableFiles {
  /** Maximum number of keys that {@link #beginsBelow} returns. Limits memory, as each key takes about 100 bytes. */
  private static final int MAX_CUTS = 1_000;

  private final LsmTable table;
  private final FilesByKey files;
  private final FileProfiles profiles;

  TableFiles(LsmTable table, FileProfiles profiles) {
    this.table = table;
    this.files = new FilesByKey(table);
    this.profiles = profiles;
  }

  public LsmTable table() {
    return table;
  }

  public FilesByKey byKey() {
    return files;
  }

  public FileProfiles profiles() {
    return profiles;
  }

  /** The files that overlap a span, from level 0 downwards, on each level by key. */
  public List<SstFile> overlapping(BucketSpan span) {
    List<SstFile> found = new ArrayList<>();
    files.forEachIn(span.begin(), span.end(), file -> {
      if (Keys.compare(file.smallestKey(), span.end()) < 0) {
        found.add(file);
      }
    });
    return found;
  }

  /** Keys inside a file where deeper files begin; only every n-th if there are {@link #MAX_CUTS} or more. */
  List<byte[]> beginsBelow(SstFile file) {
    List<byte[]> begins = new ArrayList<>();
    files.forEachIn(file.smallestKey(), file.largestKey(), below -> {
      if (below.level() > file.level() && Keys.compare(file.smallestKey(), below.smallestKey()) < 0) {
        begins.add(below.smallestKey());
      }
    });
    int stride = 1 + begins.size() / MAX_CUTS;
    return IntStream.range(0, begins.size()).filter(i -> i % stride == 0).mapToObj(begins::get)
        .collect(Collectors.toList());
  }

  KeyDensity density() {
    return new KeyDensity(files, profiles);
  }
}
