// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionStep;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.RemainingSteps;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;

/**
 * Takes ranges step by step, each until no tombstone is left in it that can be dropped: merges it down, then takes what
 * remains. Passes the gate before every step, and reads the files before it that nobody has read yet.
 */
final class RangeSteps {
  /** What remains after merging down is done in one round; the second takes what changed meanwhile. */
  private static final int ROUNDS = 2;

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final Attempt attempt;
  private final long maxBytes;
  private final StepSize stepSize;
  private final LevelZeroFirst levelZeroFirst;

  /** @param maxBytes of a range: a larger step shows in the figures as long as it runs */
  RangeSteps(LsmReader reader, ExactCounts exactCounts, Attempt attempt, long maxBytes) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.attempt = attempt;
    this.maxBytes = maxBytes;
    this.stepSize = new StepSize(maxBytes);
    this.levelZeroFirst = new LevelZeroFirst(reader, attempt);
  }

  /** @return bytes that a range should draw in at most to be compacted in one step */
  long stepBytes() {
    return stepSize.bytes();
  }

  /**
   * Brings level 0 down by itself where {@link LevelZeroFirst} asks for it. The range needs a fresh look then.
   *
   * @return whether it was brought down
   */
  boolean bringLevelZeroDown(PlannedRange range)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    CompactionStep step = levelZeroFirst.before(range, maxBytes);
    if (step == null) {
      return false;
    }
    take(reader.database(), range.table(), step, step.files());
    return true;
  }

  /**
   * Takes all steps of a range.
   *
   * @param writeBytes what merging the range down is predicted to write
   * @param rewritten the files that this is predicted to read
   * @throws DatabaseUnavailableException if the database was closed or swapped meanwhile
   */
  void takeAll(String table, KeyRange range, long writeBytes, Collection<SstFile> rewritten)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    LsmSnapshot before = reader.read(Collections.singletonList(table));
    OmDatabase database = before.database();
    EdgeScan edges = new EdgeScan(exactCounts, database, range, attempt.clock(), attempt);
    Set<SstFile> old = new HashSet<>(before.table(table).files());
    List<CompactionStep> steps = Collections.singletonList(
        new CompactionStep(CompactionStep.Kind.MERGE_DOWN, range, writeBytes, rewritten));
    for (int round = 0; round <= ROUNDS && !steps.isEmpty(); round++) {
      for (CompactionStep step : steps) {
        take(database, table, step, oldOf(step.files(), old));
      }
      steps = remaining(table, range, edges, database);
    }
  }

  /** What this range has just written comes from memory: reading it would tell nothing about the disk. */
  private static List<SstFile> oldOf(Collection<SstFile> files, Set<SstFile> old) {
    return files.stream().filter(old::contains).collect(Collectors.toList());
  }

  /** @param cold files of it that are read before */
  private void take(OmDatabase database, String table, CompactionStep step, Collection<SstFile> cold)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    attempt.pass(step.bytes());
    requireSound(database, table, cold);
    if (step.readBytes() > maxBytes) {
      attempt.tally().largeStep(step.readBytes());
      attempt.publish();
    }
    long began = attempt.clock().elapsedMillis();
    Traffic traffic = new RangeCompactor(database).compact(table, step.kind(), step.range());
    attempt.tally().moved(traffic);
    stepSize.took(traffic.readBytes(), attempt.clock().elapsedMillis() - began);
    attempt.wrote(traffic.writtenBytes(), began);
  }

  /**
   * A compaction that meets a corrupt block makes RocksDB 7.7.3 refuse all writes from then on, which takes the OM
   * down; and targeted compaction reads cold files, which nobody may have read for years. A file that was read through
   * once, to count or to check it, is not read again.
   */
  private void requireSound(OmDatabase database, String table, Collection<SstFile> files)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    boolean sound;
    try {
      sound = exactCounts.requireSound(database, files, attempt);
    } catch (UnsoundFileException e) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "An SST file of " + table + " cannot be read ("
          + e.getMessage() + ") and was left alone, as compacting it would stop all writes: check the disk of om.db"
          + " and bootstrap this OM anew");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while reading files of " + table);
    }
    if (!sound) {
      attempt.pass(0);
      throw new DatabaseUnavailableException(null);
    }
  }

  private List<CompactionStep> remaining(String table, KeyRange range, EdgeScan edges, OmDatabase database)
      throws DatabaseUnavailableException {
    LsmSnapshot snapshot = reader.read(Collections.singletonList(table));
    if (!snapshot.database().isSameAs(database)) {
      throw new DatabaseUnavailableException(null);
    }
    LsmTable tree = snapshot.table(table);
    return RemainingSteps.of(tree, range, file -> edges.holdsTombstones(tree, file));
  }

  /**
   * How much one step may read, so that it is over in a second or two: RocksDB can neither be slowed down nor be asked
   * to stop in a step, and a writer beside it feels each one. Follows what steps of this turn have read per second.
   * Plain arithmetic.
   */
  static final class StepSize {
    private static final long MAX_MILLIS = 1_500;
    /** OM's SST files are this large, and RocksDB compacts whole files. Also what a turn begins with. */
    private static final long FILE_BYTES = 64L << 20;

    private final long maxBytes;
    private long bytes;
    private long millis;

    /** @param maxBytes of a range, as configured or asked for */
    StepSize(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    /** Takes a step into account. */
    void took(long readBytes, long elapsedMillis) {
      bytes += readBytes;
      millis += elapsedMillis;
    }

    /** @return bytes that the next step should read at most; more if the files in its range are larger */
    long bytes() {
      long inTime = millis == 0 ? 0 : (long) ((double) bytes / millis * MAX_MILLIS);
      return Math.min(maxBytes, Math.max(FILE_BYTES, inTime));
    }
  }
}
