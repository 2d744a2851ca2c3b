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
import org.apache.hadoop.ozone.om.compaction.planner.CompactionStep;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.RemainingSteps;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/** Compacts one range until no tombstone is left in it that can be dropped: merges it down, then takes what remains. */
final class RangeWork {
  /** What remains after merging down is done in one round; the second takes what changed meanwhile. */
  private static final int ROUNDS = 2;

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final Attempt attempt;
  private final long maxBytes;
  private final StepSize stepSize;
  private final FileCheck fileCheck;
  private final LevelZeroFirst levelZeroFirst;

  /** @param maxBytes of a range: a larger step shows in the figures as long as it runs */
  RangeWork(LsmReader reader, ExactCounts exactCounts, Attempt attempt, long maxBytes) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.attempt = attempt;
    this.maxBytes = maxBytes;
    this.stepSize = new StepSize(maxBytes);
    this.fileCheck = new FileCheck(exactCounts, attempt);
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
    OmDatabase database = reader.database();
    attempt.gate().pass(step.bytes());
    fileCheck.check(database, range.table(), step.files());
    take(step, range.table(), database);
    return true;
  }

  /**
   * Passes the gate before every call of compactRange.
   *
   * @param writeBytes what merging the range down is predicted to write
   * @param rewritten the files that this is predicted to read
   * @throws DatabaseUnavailableException if the database was closed or swapped meanwhile
   */
  void compact(String table, KeyRange range, long writeBytes, Collection<SstFile> rewritten)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    LsmSnapshot before = reader.read(Collections.singletonList(table));
    OmDatabase database = before.database();
    EdgeScan edges = new EdgeScan(exactCounts, database, range, attempt.clock(), attempt);
    Set<SstFile> old = new HashSet<>(before.table(table).files());
    List<CompactionStep> steps = Collections.singletonList(
        new CompactionStep(CompactionStep.Kind.MERGE_DOWN, range, writeBytes, rewritten));
    for (int round = 0; round <= ROUNDS && !steps.isEmpty(); round++) {
      for (CompactionStep step : steps) {
        attempt.gate().pass(step.bytes());
        fileCheck.check(database, table, oldOf(step.files(), old));
        take(step, table, database);
      }
      steps = remaining(table, range, edges, database);
    }
  }

  /** What this range has just written comes from memory: reading it would tell nothing about the disk. */
  private static List<SstFile> oldOf(Collection<SstFile> files, Set<SstFile> old) {
    return files.stream().filter(old::contains).collect(Collectors.toList());
  }

  private void take(CompactionStep step, String table, OmDatabase database)
      throws DatabaseUnavailableException, TurnEndedException {
    RangeCompactor compactor = new RangeCompactor(database);
    if (step.readBytes() > maxBytes) {
      attempt.tally().largeStep(step.readBytes());
      attempt.publish();
    }
    long began = attempt.clock().elapsedMillis();
    Traffic traffic = step.kind() == CompactionStep.Kind.MERGE_DOWN
        ? compactor.mergeDown(table, step.range()) : compactor.rewriteLowest(table, step.range());
    attempt.tally().moved(traffic);
    stepSize.took(traffic.readBytes(), attempt.clock().elapsedMillis() - began);
    attempt.rateLimiter().wrote(traffic.writtenBytes(), began);
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
}
