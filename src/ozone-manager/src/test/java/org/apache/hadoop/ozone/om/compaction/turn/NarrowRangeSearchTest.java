// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.TreeFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NarrowRangeSearchTest extends OneNode {
  private final Set<Integer> sampledLevels = new HashSet<>();
  private final Set<String> sampledFiles = new HashSet<>();

  @BeforeEach
  void holdStill() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
  }

  /** A file of level 0 may lie over all of the table, of which a sample reads a tenth. */
  @Test
  void filesBelowAreNotSampledWhereAKeyOfTheFileItselfDoes() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.put(TABLE, OpenOmDb.key(a, 0), VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS / 2);
    db.put(TABLE, OpenOmDb.key(c, 0), VALUE_BYTES);
    db.flush(TABLE);
    LsmTable tree = tree();
    KeyRange all = new KeyRange(a, OpenOmDb.key(c, 99_999_999));
    FileStep step = new FileSteps(new Levels(tree, FileProfiles.UNKNOWN)).next(all, file -> true);
    assertThat(step.level()).isZero();

    try (NarrowRangeSearch search = new NarrowRangeSearch(db.database(), watched(tree))) {
      assertThat(search.find(step, all)).isPresent();
    }
    assertThat(sampledLevels).isSubsetOf(0);
  }

  /** A sample takes 50 ms, and an OM's level may have thousands of files; where a key below is needed, few are read. */
  @Test
  void fewOfTheFilesBelowAWideFileAreSampled() throws Exception {
    int files = 100;
    for (int file = 0; file < files; file++) {
      db.put(TABLE, OpenOmDb.key(b, 4 * file), VALUE_BYTES);
      db.put(TABLE, OpenOmDb.key(b, 4 * file + 2), VALUE_BYTES);
      db.flush(TABLE);
      db.lowerLevelZero(TABLE, 6);
    }
    for (int file = 0; file < files; file++) {
      db.delete(TABLE, OpenOmDb.key(b, 4 * file + 1));
    }
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    LsmTable tree = tree();
    KeyRange all = new KeyRange(a, OpenOmDb.key(c, 0));
    FileStep step = new FileSteps(new Levels(tree, FileProfiles.UNKNOWN)).next(all, file -> file.live().level() == 5);

    try (NarrowRangeSearch search = new NarrowRangeSearch(db.database(), watched(tree))) {
      assertThat(search.find(step, all)).isPresent();
    }
    if (needsAKeyBelow(tree)) {
      assertThat(sampledLevels).contains(6);
      assertThat(sampledFiles).hasSizeBetween(32, 64);
    } else {
      assertThat(sampledFiles).isEmpty();
    }
  }

  /** The base level has all keys as well, so RocksDB goes on with one of its files, which should be the wanted one. */
  @Test
  void levelZeroIsNamedByAWantedKeyWhereNoKeyEndsAtTheBaseLevel() throws Exception {
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, 10, VALUE_BYTES);
    }
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    db.put(TABLE, OpenOmDb.key(a, 0), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(c, 0), VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);

    KeyRange wanted = new KeyRange(b, OpenOmDb.key(b, KEYS));
    NarrowRange found = find(wanted, file -> file.mayHoldTombstones(wanted));
    assertThat(found.level()).isZero();
    assertThat(wanted.contains(found.keys().begin())).as("%s", found).isTrue();
  }

  /** The keys of neighbours follow each other without a key of the level below between them. */
  @Test
  void fileOfRowsWrittenOnceIsNamedByAGapInside() throws Exception {
    for (int row : List.of(0, 500, 1_000)) {
      db.put(TABLE, OpenOmDb.key(b, row), VALUE_BYTES);
    }
    db.settle(TABLE);
    for (int[] rows : new int[][] {{1, 400}, {401, 499}, {501, 999}}) {
      if (rows[0] != 501) {
        db.flush(TABLE);
        db.lowerLevelZero(TABLE, 5);
      }
      for (int row = rows[0]; row <= rows[1]; row++) {
        db.put(TABLE, OpenOmDb.key(b, row), VALUE_BYTES);
      }
    }
    db.delete(TABLE, OpenOmDb.key(b, 450));
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);

    KeyRange wanted = new KeyRange(OpenOmDb.key(b, 401), OpenOmDb.key(b, 999));
    NarrowRange found = find(wanted, file -> file.live().level() == 5 && wanted.contains(file.keys().begin()));
    KeyRange gap = new KeyRange(OpenOmDb.key(b, 499), OpenOmDb.key(b, 500));
    KeyRange rowInTheMiddle = new KeyRange(OpenOmDb.key(b, 701), OpenOmDb.key(b, 701));
    assertThat(found.keys()).isEqualTo(needsAKeyBelow(tree()) ? gap : rowInTheMiddle);
  }

  /** Two files lie between the tombstones and the key of the level below in front of them, one before the next key. */
  @Test
  void fewestBytesAreCompactedOnTheWayToAKeyOfTheLevelBelow() throws Exception {
    db.put(TABLE, OpenOmDb.key(b, 0), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(b, 1_000), VALUE_BYTES);
    db.settle(TABLE);
    Assumptions.assumeTrue(needsAKeyBelow(tree()), "RocksDB goes on below without a key that is there");
    for (int[] rows : new int[][] {{1, 300}, {301, 600}, {701, 800}}) {
      for (int row = rows[0]; row <= rows[1]; row++) {
        db.put(TABLE, OpenOmDb.key(b, row), VALUE_BYTES);
      }
      db.flush(TABLE);
      db.lowerLevelZero(TABLE, 5);
    }
    deleteRows(601, 700);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);

    KeyRange wanted = new KeyRange(OpenOmDb.key(b, 601), OpenOmDb.key(b, 699));
    NarrowRange found = find(wanted, file -> file.mayHoldTombstones(wanted));
    assertThat(found.keys()).isEqualTo(new KeyRange(OpenOmDb.key(b, 800), OpenOmDb.key(b, 1_000)));
  }

  /** Even a deleted row without any put below, of which no iterator tells. */
  @Test
  void fileIsNamedByATombstoneOfItsOwnWhereItsEndsAreInMemory() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    Assumptions.assumeFalse(needsAKeyBelow(tree()), "RocksDB goes on below only with a key that is there");
    db.put(TABLE, OpenOmDb.key(b, 0), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(b, KEYS / 2), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(b, KEYS - 1), VALUE_BYTES);

    KeyRange wanted = new KeyRange(b, OpenOmDb.key(b, KEYS));
    NarrowRange found = find(wanted, file -> file.live().level() == 5);
    assertThat(found.keys().begin()).isEqualTo(found.keys().lastKey()).hasSize(b.length + 8);
    assertThat(wanted.contains(found.keys().begin())).isTrue();
  }

  @Test
  void fileIsNamedByAKeyOfADeeperLevelWhereThoseOfTheNextAreInMemory() throws Exception {
    db.put(TABLE, OpenOmDb.key(b, 0), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(b, 1_000), VALUE_BYTES);
    db.settle(TABLE);
    deleteRows(600, 700);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    deleteRows(1, 100);
    deleteRows(590, 610);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 4);
    for (int row = 580; row < 720; row++) {
      db.put(TABLE, OpenOmDb.key(b, row), VALUE_BYTES);
    }

    KeyRange wanted = new KeyRange(OpenOmDb.key(b, 1), OpenOmDb.key(b, 99));
    NarrowRange found = find(wanted, file -> file.live().level() == 4);
    KeyRange first = new KeyRange(OpenOmDb.key(b, 0), OpenOmDb.key(b, 1));
    KeyRange rowInTheMiddle = new KeyRange(OpenOmDb.key(b, 50), OpenOmDb.key(b, 50));
    assertThat(found.keys()).isEqualTo(needsAKeyBelow(tree()) ? first : rowInTheMiddle);
  }

  private void deleteRows(int from, int to) throws Exception {
    for (int row = from; row < to; row++) {
      db.delete(TABLE, OpenOmDb.key(b, row));
    }
  }

  private LsmTable tree() throws Exception {
    return new LsmReader(db::metadata).read().table(TABLE);
  }

  /** Whether compactRange takes files of a level below only if they hold a key of the range. */
  private static boolean needsAKeyBelow(LsmTable tree) {
    return new Levels(tree, FileProfiles.UNKNOWN).reach(5) == 5;
  }

  private NarrowRange find(KeyRange wanted, Predicate<TreeFile> which) throws Exception {
    LsmTable tree = tree();
    FileStep step = new FileSteps(new Levels(tree, FileProfiles.UNKNOWN)).next(wanted, which);
    try (NarrowRangeSearch search = new NarrowRangeSearch(db.database(), tree)) {
      return search.find(step, wanted).orElseThrow();
    }
  }

  private LsmTable watched(LsmTable tree) {
    return tree.withLiveKeys(new LiveKeys() {
      @Override
      public List<byte[]> sample(SstFile file) {
        sampledLevels.add(file.level());
        sampledFiles.add(file.name());
        return tree.liveKeys().sample(file);
      }

      @Override
      public BitSet held(SstFile file, SstFile above) {
        return tree.liveKeys().held(file, above);
      }
    });
  }
}
