// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.HeldSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.EmptyKeyRanges;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.PlanThresholds;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the message of a turn's outcome, which tells what the turn's figures do not show. */
final class OutcomeMessage {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeMessage.class);

  private static final String IN_MEMORY = "in memory";
  private static final String IN_FILES_ABOVE = "in files above";

  private final NodePlanner planner;
  private final JobSpec spec;

  OutcomeMessage(NodePlanner planner, JobSpec spec) {
    this.planner = planner;
    this.spec = spec;
  }

  /**
   * The message about the last plan and the results of all ranges; empty if there is nothing to say.
   *
   * @param busy   number of ranges that were skipped because RocksDB is compacting them itself
   * @param beyond the ranges skipped because of the write budget; empty if there are none
   */
  String of(NodePlan plan, long busy, Optional<BudgetExceeded> beyond, TurnFigures figures, RangeResult taken) {
    int ranges = figures.getRangesTotal();
    // If no range was planned, even one tombstone or row is mentioned; otherwise only numbers that can make a list
    // slow.
    long leastMentioned = ranges == 0 ? 1 : SpanStatistics.FEW_TOMBSTONES;
    return Stream.of(outcome(plan, busy, beyond, ranges), kept(figures),
        unreachable(taken.unreachableInMemory(), IN_MEMORY + ": trigger the job again after the next flush, or with"
            + " --flush"),
        unreachable(taken.unreachableUnderNewer(), IN_FILES_ABOVE + ": RocksDB's own compactions will merge them"),
        rowsToDelete(leastMentioned), tombstonesInMemory(leastMentioned), uncounted(plan))
        .filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
  }

  /** Says what is slow after the turn, and why; {@code look} is empty if the database could not be read then. */
  String ofSlow(Optional<TargetPlaces> look, TurnFigures figures, long busy, Optional<BudgetExceeded> beyond,
      RangeResult taken) {
    int before = figures.getSlowPlacesBefore();
    String were = ", " + ValueFormat.count(before, "slow place") + (before == 1 ? " was" : " were");
    if (!look.isPresent()) {
      return "What is slow now is not known, as the database could not be read" + were;
    }
    TargetPlaces after = look.get();
    int left = after.slow().size();
    String fast = "No list is slow" + (before == 0 ? "" : " any more")
        + (after.isComplete() ? "" : " where the turn has looked") + (before == 0 ? "" : were);
    String outcome = left == 0 ? fast : ValueFormat.count(left, "place") + (left == 1 ? " is" : " are") + " slow now"
        + were + ": " + whyLeft(figures, after, busy, beyond, taken);
    return after.isComplete() ? outcome : outcome + "; up to " + ValueFormat.count(after.notLookedAt())
        + " tombstones were not looked at" + (taken.isUnreadable() ? "" : ": trigger the job again");
  }

  private String whyLeft(TurnFigures figures, TargetPlaces after, long busy, Optional<BudgetExceeded> beyond,
      RangeResult taken) {
    List<String> why = new ArrayList<>();
    beyond.ifPresent(budget -> why.add(LeftOut.message(budget, spec.getThresholds().getMaxTotalBytes())));
    if (spec.getThresholds().getTop() > 0) {
      why.add("no more than the best " + ValueFormat.count(spec.getThresholds().getTop(), "range") + " was asked for");
    }
    if (busy > 0) {
      why.add("RocksDB was compacting files of " + ValueFormat.count(busy, "range") + " itself");
    }
    if (taken.isUnreadable()) {
      why.add("files cannot be read");
    }
    String kept = kept(figures);
    if (!kept.isEmpty()) {
      why.add(kept);
    }
    Stream.of(unreachable(taken.unreachableInMemory(), IN_MEMORY),
        unreachable(taken.unreachableUnderNewer(), IN_FILES_ABOVE)).filter(text -> !text.isEmpty()).forEach(why::add);
    if (after.slow().stream().anyMatch(planner.rule()::needsFlush)) {
      why.add("tombstones are in memory, which clients have written meanwhile or the budget kept there");
    }
    boolean excludes = spec.getTargets().getExcludeCount() > 0;
    String again = why.isEmpty() && excludes ? ""
        : (why.isEmpty() ? "clients may have deleted more meanwhile" : String.join("; ", why))
            + ": trigger the job again";
    return Stream.of(again, excludes ? "what is excluded is left, also where a place reaches into it" : "")
        .filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
  }

  /**
   * Says which corrupt or unreadable files made a turn skip files, and what to do about them; empty if there are none.
   */
  static String ofFilesLeft(RangeResult taken) {
    return Stream.of(
        filesLeft(taken.corrupt(), ", as compacting it would stop all writes", CorruptFiles.TO_DO),
        filesLeft(taken.unread(), "", "retry the job, and check the disk of om.db if it stays so"))
        .filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
  }

  private static String filesLeft(Collection<String> files, String why, String toDo) {
    return files.isEmpty() ? "" : files.iterator().next()
        + (files.size() == 1 ? "" : ", and so it is with " + (files.size() - 1) + " more") + ". What needs it was left"
        + " alone" + why + ", and the rest of the job went on: " + toDo;
  }

  private String outcome(NodePlan plan, long busy, Optional<BudgetExceeded> beyond, int ranges) {
    String left = Stream.of(
        beyond.map(budget -> LeftOut.message(budget, spec.getThresholds().getMaxTotalBytes())).orElse(""),
        busy == 0 ? "" : ValueFormat.count(busy, "range") + (busy == 1 ? " was" : " were")
            + " left to RocksDB, which was compacting the files itself: trigger the job again")
        .filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    if (!left.isEmpty() || ranges > 0) {
      return left;
    }
    List<String> empty = emptyKeyRanges(plan);
    // The message shows only the first empty range. A prefix or path stands for one key range in each table, so most of
    // these ranges are empty.
    if (!empty.isEmpty() && empty.size() == spec.getTargets().getKeyRangesCount()) {
      return "Nothing to compact: " + empty.get(0) + (empty.size() == 1 ? "" : " So it is with " + (empty.size() - 1)
          + " more key ranges of the job.");
    }
    Targets named = spec.getTargets();
    boolean namesBuckets = named.getBucketsCount() > 0 || !named.getVolume().isEmpty() || named.getExcludeCount() > 0;
    return plan.statistics().targets().isEmpty() && namesBuckets
        ? "Nothing to compact: " + (named.getTablesCount() > 0 ? "no bucket of the job has keys in "
            + String.join(", ", named.getTablesList()) : "all buckets of the job are gone from this OM")
            + (plan.ranges().excluded().isEmpty() ? "" : " or excluded") + ". Tombstones of a deleted bucket"
            + " are listed with their key range: see 'ozone admin om compaction list'"
        : PlanThresholds.areNone(spec.getTargets(), spec.getThresholds())
            ? "Nothing to compact: no tombstone of the targets in SST files would be removed"
            : "Nothing to compact: no span of the targets reaches the thresholds" + nearlySlow(plan);
  }

  /** Says that even the slowest list is below the limits; empty if one exceeds a limit, or not all was measured. */
  private String nearlySlow(NodePlan plan) {
    Place slowest = plan.measured().places().slowest().orElse(null);
    return slowest == null || slowest.isSlow() || !plan.measured().places().isComplete() ? ""
        : ", and no list is slow there: the slowest passes " + ValueFormat.about(slowest.dead().all())
            + " dead entries, about " + ValueFormat.time(slowest.waitMicros()) + ", and "
            + ValueFormat.time(planner.slowPlaces().limit().micros()) + " make a list slow";
  }

  /** Says why ranges that were compacted still have tombstones; empty if nothing is known to have kept them. */
  private String kept(TurnFigures figures) {
    if (figures.getTombstonesAfter() == 0) {
      return "";
    }
    try {
      return HeldSnapshot.of(planner.reader().database()).orElse("");
    } catch (DatabaseUnavailableException e) {
      LOG.debug("A sentence on job {} is left out", spec.getJobId(), e);
      return "";
    }
  }

  private List<String> emptyKeyRanges(NodePlan plan) {
    try {
      return EmptyKeyRanges.sentences(plan.statistics().snapshot(), spec.getTargets());
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("Whether key ranges of job {} are empty is not known", spec.getJobId(), e);
      return Collections.emptyList();
    }
  }

  /**
   * Returns a clause about rows that OM has yet to delete; empty if the job waited until OM had deleted them. Even one
   * row of a directory is mentioned, because it can stand for many files.
   */
  private String rowsToDelete(long leastMentioned) {
    if (spec.getAfterDeletions()) {
      return "";
    }
    try {
      OmDatabase database = planner.reader().database();
      DeletionBacklog left = new DeletionRows().of(database, planner.buckets(database), spec.getTargets());
      return left.directories() == 0 && left.rows() < leastMentioned ? "" : left.waits() + " in "
          + DeletionRows.whose(spec.getTargets()) + " and will leave tombstones: a job with --after-deletions waits for"
          + " that";
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("A sentence on job {} is left out", spec.getJobId(), e);
      return "";
    }
  }

  private static String unreachable(int files, String where) {
    return files == 0 ? "" : ValueFormat.count(files, "SST file") + (files == 1 ? " was" : " were") + " left: every key"
        + " that could select " + (files == 1 ? "it" : "them") + " has a newer version " + where;
  }

  private String tombstonesInMemory(long leastMentioned) {
    if (spec.getFlush()) {
      return "";
    }
    try {
      CountInterval left = new TargetMemory(
          planner.statistics(spec.getTargets(), Precision.METADATA), spec.getTargets())
          .tombstones();
      return left.most() < leastMentioned ? "" : String.format(Locale.ROOT, "~%,d tombstones of the targets are still"
          + " in memory, where no range reaches them: a job with --flush takes them along", left.most());
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("A sentence on job {} is left out", spec.getJobId(), e);
      return "";
    }
  }

  private static String uncounted(NodePlan plan) {
    int files = plan.statistics().filesToScan();
    return files == 0 ? "" : ValueFormat.count(files, "SST file")
        + " that several buckets share could not be counted in time, so the plan uses estimates there";
  }
}
