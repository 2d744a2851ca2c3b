// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.hdds.utils.db.managed.ManagedFlushOptions;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.rocksdb.ColumnFamilyHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the plan of a turn. Before that, waits for deletions and flushes memtables if the job asks for it. */
final class TurnPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(TurnPlanner.class);

  private static final int TICKS_BETWEEN_LOOKS = 5;
  /**
   * A count of rows that wait for deletion ends after this many adjacent tombstones. Skipping them takes about 2 s if
   * their blocks are cached. A lower limit might end every count before its first row.
   */
  private static final long MAX_SKIPPED_KEYS = 10_000_000;
  private static final Duration LOOK_TIME = Duration.ofSeconds(30);
  private static final long MAX_PLANNING_MILLIS = 600_000;
  /** Maximum number of successive looks, of about a second each, that leave as much to look at as before. */
  private static final int MAX_LOOKS_IN_VAIN = 20;

  private final NodePlanner planner;
  private final TurnAttempt attempt;
  private final JobSpec spec;
  /** Time of all looks of the turn. */
  private long lookedMillis;

  TurnPlanner(NodePlanner planner, TurnAttempt attempt) {
    this.planner = planner;
    this.attempt = attempt;
    this.spec = attempt.spec();
  }

  /**
   * Waits until OM has deleted all pending rows of the targets' buckets, if the job asks for it.
   *
   * @throws TurnEndedException if the turn was stopped or its window closed meanwhile
   */
  void awaitDeletions() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    if (!spec.getAfterDeletions()) {
      return;
    }
    DeletionRows rows = new DeletionRows(MAX_SKIPPED_KEYS, LOOK_TIME);
    OmDatabase database = planner.reader().database();
    DeletionBacklog left = rows.of(database, planner.buckets(database), spec.getTargets());
    while (!left.isEmpty()) {
      TurnWait wait = new TurnWait(WaitReason.WAIT_DELETIONS, toDelete(left, database));
      for (int tick = 0; tick < TICKS_BETWEEN_LOOKS; tick++) {
        attempt.hold(wait);
      }
      database = planner.reader().database();
      left = rows.of(database, planner.buckets(database), spec.getTargets());
    }
    attempt.publishWorking();
  }

  private String toDelete(DeletionBacklog left, OmDatabase database) throws DatabaseUnavailableException {
    String whose = DeletionRows.whose(spec.getTargets());
    if (left.rows() == 0) {
      return "Rows of " + whose + " that are still to be deleted cannot be counted, as too many tombstones"
          + " lie before them: compact deletedTable and deletedDirectoryTable with a job of their own";
    }
    return left + " of " + whose + " in deletedTable and deletedDirectoryTable are still to be deleted"
        + (database.hasSnapshots() ? "; those that an Ozone snapshot needs stay as long as the snapshot" : "");
  }

  /**
   * Flushes tables whose memtables hold tombstones of the targets, or that slow places wait for, if the job asks for
   * it. Returns true if a table was flushed.
   */
  boolean flush() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    boolean slow = spec.getTargets().getSlow();
    if (!spec.getFlush() && !slow) {
      return false;
    }
    boolean flushed = false;
    TargetPlaces places = slow ? look() : planner.look(spec.getTargets());
    if (slow) {
      attempt.tally().slowPlacesBefore(places.slow().size());
    }
    for (AfterFlush flush : planner.flushes(spec, places)) {
      String table = flush.table();
      OmDatabase database = planner.reader().database();
      if (attempt.allowsFlush(flush.bytes())) {
        pass(database, table);
        // Clients may have filled the memtables while the turn waited.
        AfterFlush now = planner.afterFlush(table);
        if (now != null && attempt.allowsFlush(now.bytes())) {
          flush(database, table);
          flushed = true;
        }
      }
    }
    return flushed;
  }

  /**
   * Looks for the places of the targets until all is looked at, for ten minutes of the whole turn at most. Ends earlier
   * where looks come no further, as at a file that cannot be read. Returns the last look.
   */
  private TargetPlaces look() throws DatabaseUnavailableException, TurnEndedException {
    TargetPlaces places = planner.look(spec.getTargets());
    for (Looks looks = new Looks(places); looks.goOn(places); ) {
      attempt.requireWanted();
      attempt.publishWork(lookedAt(places));
      places = planner.look(spec.getTargets());
    }
    attempt.publishWorking();
    return places;
  }

  /** Decides whether another look may find more. */
  private final class Looks {
    private long fewestLeft;
    private int inVain;
    private long lastMillis = attempt.clock().elapsedMillis();

    Looks(TargetPlaces first) {
      fewestLeft = first.notLookedAt();
    }

    boolean goOn(TargetPlaces last) {
      long now = attempt.clock().elapsedMillis();
      lookedMillis += now - lastMillis;
      lastMillis = now;
      inVain = last.notLookedAt() < fewestLeft ? 0 : inVain + 1;
      fewestLeft = Math.min(fewestLeft, last.notLookedAt());
      return !last.isComplete() && planner.rule().looks() && inVain < MAX_LOOKS_IN_VAIN
          && lookedMillis < MAX_PLANNING_MILLIS;
    }
  }

  private static TurnWait lookedAt(TargetPlaces places) {
    return new TurnWait(WaitReason.WAIT_DATABASE, "Looking for slow places: " + ValueFormat.count(places.notLookedAt())
        + " tombstones at most are still to be looked at");
  }

  /** Looks for places that are slow after the turn, for half a minute; empty if the database cannot be read. */
  Optional<TargetPlaces> lookAfter() {
    try {
      long began = attempt.clock().elapsedMillis();
      TargetPlaces places = planner.look(spec.getTargets());
      for (Looks looks = new Looks(places); looks.goOn(places) && !attempt.isStopped()
          && attempt.clock().elapsedMillis() - began < LOOK_TIME.toMillis(); ) {
        places = planner.look(spec.getTargets());
      }
      attempt.tally().slowPlacesAfter(places.slow().size());
      return Optional.of(places);
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.info("What is slow after job {} is not known: {}", spec.getJobId(), e.getMessage());
      return Optional.empty();
    }
  }

  private void pass(OmDatabase database, String table)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    attempt.awaitedRecord();
    attempt.pass(database.memtableBytes(table));
  }

  private void flush(OmDatabase database, String table) throws DatabaseUnavailableException, TurnEndedException {
    attempt.publishWork(new TurnWait(WaitReason.WAIT_DATABASE, "RocksDB has been writing the memtable of " + table
        + " to disk since " + Instant.ofEpochMilli(attempt.clock().wallMillis())
        + ": the turn goes on, or a cancel takes hold, when that ends"));
    long began = attempt.clock().elapsedMillis();
    try {
      long written = database.read(rocksDb -> {
        ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
        Traffic before = Traffic.of(rocksDb, handle);
        try (ManagedFlushOptions options = new ManagedFlushOptions()) {
          options.setWaitForFlush(true);
          rocksDb.flush(options, handle);
        }
        return Traffic.of(rocksDb, handle).since(before).flushedBytes();
      });
      attempt.tally().flushed(written);
      attempt.wrote(written, began);
    } catch (DatabaseFaultException e) {
      throw TurnEndedException.failed("write the memtable of " + table + " to disk", e);
    }
    attempt.tally().working();
    attempt.publish();
  }

  /**
   * Plans by exact counts and slow places; scans and looks take ten minutes at most, and estimates stand for the rest.
   * The statistics of the plan hold the number of files that were not scanned.
   */
  NodePlan plan() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    long began = attempt.clock().elapsedMillis();
    NodePlan plan = plan(began);
    while (plan.statistics().filesToScan() > 0 && !isTooLong(began)) {
      attempt.pass(0);
      attempt.publishWork(new TurnWait(WaitReason.WAIT_DATABASE, plan.statistics().filesToScan()
          + " SST files that several buckets share are still to be counted before the plan is made"));
      plan = plan(began);
    }
    if (spec.getTargets().getSlow()) {
      // Begun only now, so that waits of the scans do not count as time of looks.
      for (Looks looks = new Looks(plan.measured().places()); looks.goOn(plan.measured().places()); ) {
        attempt.requireWanted();
        attempt.publishWork(lookedAt(plan.measured().places()));
        plan = plan(began);
      }
    }
    attempt.publishWorking();
    return plan;
  }

  private NodePlan plan(long began) throws DatabaseUnavailableException, InterruptedException {
    NodePlan plan = planner.plan(spec.toBuilder().setThresholds(attempt.thresholds()).build(), attempt.part(),
        attempt.until(() -> isTooLong(began)));
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while planning job " + spec.getJobId());
    }
    return plan;
  }

  private boolean isTooLong(long began) {
    return attempt.clock().elapsedMillis() - began >= MAX_PLANNING_MILLIS;
  }
}
