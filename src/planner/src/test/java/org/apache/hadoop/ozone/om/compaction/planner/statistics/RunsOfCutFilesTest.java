// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.NameStyle;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A bucket with a third of tombstones throughout, of which parts were looked at: the file of its tombstones was scanned
 * and cut at the ends of these parts, the files of its puts were not.
 */
class RunsOfCutFilesTest {
  private static final String TABLE = "keyTable";
  private static final int KEYS = 6_000;
  private static final int TRIES = 200;
  private static final double RATIO = 0.3;

  /** All keys of the bucket lie in some files of the last level; every other key was deleted. */
  private static double tombstonesOfDensestRun(List<byte[]> keys, int lowerFiles, TreeSet<byte[]> cuts, long slack) {
    List<SstFile> files = new ArrayList<>();
    for (int i = 0; i < lowerFiles; i++) {
      int first = i * keys.size() / lowerFiles;
      int end = (i + 1) * keys.size() / lowerFiles;
      files.add(new SstFile("lower" + i, 6, keys.get(first), keys.get(end - 1), 100L * (end - first), end - first, 0,
          false));
    }
    List<byte[]> deleted = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += 2) {
      deleted.add(keys.get(i));
    }
    SstFile upper = new SstFile("upper", 0, deleted.get(0), deleted.get(deleted.size() - 1), 30L * deleted.size(),
        deleted.size(), deleted.size(), false);
    files.add(upper);
    FileProfile profile = scan(deleted, cuts);
    BucketSpan bucket = new BucketSpan(TABLE, "v", "b", "/v/b/".getBytes(), "/v/b0".getBytes());
    TableRuns runs = TableStatistics.take(LsmTable.of(TABLE, 7, files), new SpanSlots(TABLE, List.of(bucket)),
        file -> file == upper ? profile : null).runs(RATIO, slack);
    double most = 0;
    for (int i = 0; i < runs.all().size(); i++) {
      most = Math.max(most, runs.expectedTombstones(i));
    }
    return most;
  }

  private static FileProfile scan(List<byte[]> deleted, TreeSet<byte[]> cuts) {
    long[] counts = new long[cuts.size() + 1];
    deleted.forEach(key -> counts[cuts.headSet(key, true).size()]++);
    return new FileProfile(cuts.toArray(new byte[0][]), counts, counts);
  }

  /** The least and the mean part of the bucket's tombstones that are found as one run. */
  @ParameterizedTest
  @CsvSource({
      "DECIMAL, 0.999, 0.999",
      "DECIMAL_WITH_GAPS, 0.99, 0.999",
      "PARTS, 0.999, 0.999",
      "TIMES, 0.999, 0.999",
      "DIRECTORIES, 0.99, 0.999",
      "HEX, 0.95, 0.999",
      "HEX_IN_CAPITALS, 0.95, 0.999",
      "UUIDS, 0.95, 0.999",
      "HASHES_OF_PARTS, 0.95, 0.999",
      "BASE_36, 0.99, 0.999",
      "BASE_64, 0.99, 0.999",
      "DAYS, 0.7, 0.98",
      // Names that are not spread evenly: the keys do not tell where most of them are.
      "WORDS, 0.35, 0.88",
      "WORDS_AND_NUMBERS, 0.35, 0.88",
      "DECIMAL_OF_ANY_LENGTH, 0.35, 0.83",
  })
  void whatWasLookedAtBeforeTakesHardlyAnythingFromARun(NameStyle style, double least, double mean) {
    List<byte[]> keys = style.keys(KEYS);
    Random random = new Random(style.name().hashCode());
    double[] parts = new double[TRIES];
    for (int i = 0; i < TRIES; i++) {
      TreeSet<byte[]> cuts = new TreeSet<>(Keys::compare);
      for (int cut = 1 + random.nextInt(6); cut > 0; cut--) {
        cuts.add(keys.get(1 + random.nextInt(KEYS - 2)));
      }
      parts[i] = tombstonesOfDensestRun(keys, 1 + random.nextInt(3), cuts, 200 + random.nextInt(2_000))
          / (KEYS / 2.0);
    }
    assertThat(Arrays.stream(parts).min().orElse(0)).as("least").isGreaterThanOrEqualTo(least);
    assertThat(Arrays.stream(parts).average().orElse(0)).as("mean").isGreaterThanOrEqualTo(mean);
  }
}
