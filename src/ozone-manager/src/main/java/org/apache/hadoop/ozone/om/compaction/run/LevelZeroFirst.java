// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Collections;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.SstKeys;
import org.apache.hadoop.ozone.om.compaction.lsm.TombstoneSearch;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionStep;
import org.apache.hadoop.ozone.om.compaction.planner.LevelZero;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.rocksdb.MutableColumnFamilyOptions.MutableColumnFamilyOptionsBuilder;

/**
 * Whether level 0 is to be brought down before a range, which else does it in the same call: however narrow a range is,
 * RocksDB first takes all of level 0 that hangs together above it, and the base level below that. Where RocksDB is
 * about to compact level 0 itself, it is waited for, as it then costs the turn nothing.
 */
final class LevelZeroFirst {
  /** In all, as nobody knows whether the writer goes on that fills level 0. */
  static final long MAX_WAIT_MILLIS = 120_000;
  /** With one file less than RocksDB waits for, the next is near when the memtable is as full as this. */
  private static final double NEARLY_FULL = 0.75;

  private final LsmReader reader;
  private final Attempt attempt;
  private long waitedMillis;

  LevelZeroFirst(LsmReader reader, Attempt attempt) {
    this.reader = reader;
    this.attempt = attempt;
  }

  /**
   * Waits while RocksDB is at it. Then level 0 is to be brought down by itself if the range holds keys of it and both
   * together are larger than a range should be; or if it does not, so that RocksDB would pass over level 0, and
   * tombstones of the target are there.
   *
   * @param maxBytes of a range
   * @return what brings level 0 down and ends there; null to go on with the range
   * @throws TurnEndedException if the turn was stopped, its window closed, or it was held up for too long
   */
  CompactionStep before(PlannedRange range, long maxBytes)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    while (true) {
      LsmSnapshot snapshot = reader.read(Collections.singletonList(range.table()));
      OmDatabase database = snapshot.database();
      LsmTable tree = snapshot.table(range.table());
      LevelZero above = LevelZero.above(tree, range.range());
      boolean takenAlong = above.files().stream().anyMatch(file -> SstKeys.mayHold(database, file, range.range()));
      if (!takenAlong && !holdsTombstones(database, above, range.target().span().keys())) {
        return null;
      }
      TurnWait wait = waitForRocksDb(database, range.table(), above);
      if (wait == null || waitedMillis >= MAX_WAIT_MILLIS) {
        return takenAlong && bytesTogether(tree, above, range) <= maxBytes ? null : step(database, tree, above, range);
      }
      long from = attempt.clock().elapsedMillis();
      attempt.hold(wait);
      waitedMillis += Math.max(0, attempt.clock().elapsedMillis() - from);
    }
  }

  private boolean holdsTombstones(OmDatabase database, LevelZero above, KeyRange keys) {
    return above.files().stream()
        .anyMatch(file -> file.tombstones() > 0 && TombstoneSearch.mayHold(database, file, keys, attempt));
  }

  /** Null if level 0 cannot be brought down alone. */
  private static CompactionStep step(OmDatabase database, LsmTable tree, LevelZero above, PlannedRange range) {
    KeyRange key = keyWithNothingBelow(database, tree, above, range.target().span().keys());
    return key == null ? null
        : new CompactionStep(CompactionStep.Kind.MERGE_DOWN, key, above.sizeBytes(), above.rewrittenFiles());
  }

  /** A key of level 0 that no file below the base level holds, so that its compaction ends there; null if none is. */
  private static KeyRange keyWithNothingBelow(OmDatabase database, LsmTable tree, LevelZero above, KeyRange target) {
    return above.files().stream()
        .flatMap(file -> Stream.of(SstKeys.lastLive(database, file, target), file.largestKey(), file.smallestKey()))
        .filter(Objects::nonNull).map(key -> new KeyRange(key, key))
        .filter(key -> tree.files().stream().noneMatch(file -> file.level() > tree.baseLevel()
            && key.overlaps(new KeyRange(file.smallestKey(), file.largestKey()))
            && SstKeys.mayHold(database, file, key)))
        .findFirst().orElse(null);
  }

  /** Null if it is not about to compact level 0. */
  private static TurnWait waitForRocksDb(OmDatabase database, String table, LevelZero above)
      throws DatabaseUnavailableException {
    if (above.files().stream().anyMatch(SstFile::isBeingCompacted)) {
      return new TurnWait(WaitReason.WAIT_L0_FILES, "RocksDB is compacting L0 of " + table
          + " itself, and is waited for");
    }
    long files = database.number(table, "rocksdb.num-files-at-level0");
    long memtable = database.number(table, "rocksdb.cur-size-active-mem-table");
    MutableColumnFamilyOptionsBuilder options = database.read(
        rocksDb -> rocksDb.getOptions(database.columnFamily(table).getHandle()));
    long trigger = options.level0FileNumCompactionTrigger();
    boolean near = files >= trigger || files == trigger - 1 && memtable >= NEARLY_FULL * options.writeBufferSize();
    return options.disableAutoCompactions() || !near ? null : new TurnWait(WaitReason.WAIT_L0_FILES,
        table + " has " + files + " L0 files; RocksDB compacts them itself at " + trigger + ", and is waited for");
  }

  /** As the range was planned, and as it is now. */
  private static long bytesTogether(LsmTable tree, LevelZero above, PlannedRange range) {
    long below = tree.files().stream().filter(file -> file.level() > tree.baseLevel())
        .filter(file -> range.range().overlaps(new KeyRange(file.smallestKey(), file.largestKey())))
        .mapToLong(SstFile::sizeBytes).sum();
    return Math.max(range.cost().readBytes(), above.sizeBytes() + below);
  }
}
