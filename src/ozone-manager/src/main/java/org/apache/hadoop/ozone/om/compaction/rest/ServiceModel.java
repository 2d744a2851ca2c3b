// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRoundJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.service.AutoService;
import org.apache.hadoop.ozone.om.compaction.service.Hold;
import org.apache.hadoop.ozone.om.compaction.service.InMemory;
import org.apache.hadoop.ozone.om.compaction.service.Look;
import org.apache.hadoop.ozone.om.compaction.service.PastRound;
import org.apache.hadoop.ozone.om.compaction.service.RoundCandidate;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision;
import org.apache.hadoop.ozone.om.compaction.service.ServicePlan;
import org.apache.hadoop.ozone.om.compaction.service.Standing;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Tells the automatic service's state and plans in the REST model. */
public final class ServiceModel {
  private static final int MAX_RANGES = 20;
  private static final int MAX_LEFT_OUT = 20;

  private ServiceModel() {
  }

  /** Returns the state that the last look found, and the reason why no round begins now, if any. Does not block. */
  public static ServiceJson current(AutoService<ServiceJson> service) {
    ServiceJson now = base(service);
    Optional<Look<ServiceJson>> last = service.last();
    Standing standing = service.standing(last.flatMap(Look::notDue));
    if (standing.undecided().isPresent()) {
      return now.state(state(standing)).message(standing.undecided().get());
    }
    now.message("It has not looked yet: it does so every " + service.config().getInterval().getSeconds() + " s.");
    last.ifPresent(look -> {
      addLook(now, look);
      look.refusal().ifPresent(refusal ->
          now.message("The ring refused a round (" + refusal + "); the next look tries again."));
      look.round().flatMap(service.jobs()::find).map(ServiceModel::round)
          .ifPresent(round -> now.message(ended(round)));
    });
    return held(now, standing);
  }

  /** Plans some targets now, valid ones that name a bucket, and returns what a round would do with them. */
  public static ServiceJson lookAt(AutoService<ServiceJson> service, Targets targets)
      throws DatabaseUnavailableException {
    ServicePlan plan = service.plan(targets);
    Look<ServiceJson> look = service.look(plan);
    ServiceJson now = addLook(base(service), look);
    String planned = now.getRangesChosen() > 0 && now.getHold() == null ? now.getMessage() : null;
    Standing standing = service.standing(look.notDue());
    held(now, standing);
    if (planned != null && now.getHold() != null) {
      // Who asks about a bucket wants to know about that bucket, whatever else is open.
      now.message(now.getMessage() + " Without that: " + planned);
    }
    setLeftOut(now, plan.plan());
    String bucket = targets.getBuckets(0);
    if (now.getRanges().isEmpty()) {
      now.message(now.getMessage() + ' '
          + noRange(bucket, new TargetMemory(plan.plan().statistics(), targets).tombstones()));
    }
    Optional<String> pattern = Exclusion.of(service.config().getExclude()).patternFor(bucket);
    if (pattern.isPresent()) {
      return now.message(bucket + " is excluded by '" + pattern.get() + "' of " + ServiceConfig.EXCLUDE
          + ": no round takes it.");
    }
    return standing.undecided().isPresent()
        ? now.message("Were the service to decide here: " + now.getMessage()) : now;
  }

  private static ServiceJson base(AutoService<ServiceJson> service) {
    ServiceConfig config = service.config();
    Optional<ServiceRecord> pause = service.pause();
    Instant now = Instant.now();
    return new ServiceJson().nodeId(service.nodeId())
        .pausedBy(pause.map(ServiceRecord::getPausedBy).orElse(null))
        .pausedUntil(pause.map(ServiceRecord::getPausedUntilMs).filter(until -> until != 0).map(JobModel::timestamp)
            .orElse(null))
        .mode(ServiceModeJson.valueOf(config.getMode().name())).windows(config.getWindows().toString())
        .windowsOpen(config.getWindows().opens(now).map(Instant::toEpochMilli).map(JobModel::timestamp).orElse(null))
        .daysOff(config.getWindows().excepted(now).orElse(null))
        .exclude(config.getExclude())
        .dailyBytes(config.getDailyBytes())
        .spentBytes(service.spentBytes())
        .lastRound(service.lastRound().map(ServiceModel::round).orElse(null))
        .problems(config.getProblems()).rangesChosen(0).rangesLeftOut(0).ranges(new ArrayList<>());
  }

  /** Adds what a look found. */
  private static ServiceJson addLook(ServiceJson now, Look<ServiceJson> look) {
    ServiceJson told = look.shown();
    now.looked(JobModel.timestamp(look.millis()))
        .looksAgain(look.nextMillis() == 0 ? null : JobModel.timestamp(look.nextMillis()))
        .message(told.getMessage()).rangesChosen(told.getRangesChosen()).rangesLeftOut(told.getRangesLeftOut())
        .ranges(told.getRanges());
    look.notDue().ifPresent(hold -> hold(now, hold));
    PlaceModel.notLookedAt(look.notLookedAt(), look.unreadable())
        .forEach(sentence -> now.message(now.getMessage() + ' ' + sentence));
    return look.filesToScan() == 0 ? now : now.message(now.getMessage() + " Not counted yet: "
        + ValueFormat.count(look.filesToScan(), "SST file") + " that may hold more. They are read in the background.");
  }

  /** Adds the reason why no round may begin now, if there is one, and the service's state. */
  private static ServiceJson held(ServiceJson now, Standing standing) {
    standing.heldUp().ifPresent(hold -> hold(now, hold));
    return now.state(state(standing));
  }

  private static void hold(ServiceJson service, Hold hold) {
    String no = service.getMode() == ServiceModeJson.COMPACT ? "No round begins now. " : "No round would begin now. ";
    service.hold(ServiceHoldJson.valueOf(hold.reason().name()))
        .message((hold.reason() == Hold.Reason.ROUND_OPEN ? "" : no) + hold.message());
  }

  private static ServiceStateJson state(Standing standing) {
    return ServiceStateJson.valueOf(standing.state().name());
  }

  /** Returns the ranges of a plan, and a sentence on what a round would do with them. */
  public static ServiceJson ranges(ServicePlan plan, RoundDecision decision) {
    List<ServiceRangeJson> all = new ArrayList<>();
    plan.flushes().forEach((flush, candidate) -> all.add(decided(flush(plan, flush), decision, candidate)));
    plan.ranges().forEach((range, candidate) -> all.add(decided(range(plan.plan(), range), decision, candidate)));
    all.sort(Comparator.comparing(ServiceRangeJson::getChoice));
    List<ServiceRangeJson> chosen = all.stream().filter(range -> range.getChoice() == ServiceChoiceJson.CHOSEN)
        .collect(Collectors.toList());
    plan.plan().ranges().resting().forEach(left -> all.add(leftOut(plan.plan(), left)));
    for (InMemory bucket : plan.leftInMemory()) {
      all.add(leftInMemory(plan.plan(), bucket));
    }
    return new ServiceJson().message(sentence(chosen, all.size())).rangesChosen(chosen.size())
        .rangesLeftOut(Math.max(0, all.size() - MAX_RANGES))
        .ranges(all.stream().limit(MAX_RANGES).collect(Collectors.toList()));
  }

  private static ServiceRangeJson decided(ServiceRangeJson range, RoundDecision decision, RoundCandidate candidate) {
    return range.choice(ServiceChoiceJson.valueOf(decision.choice(candidate).name()))
        .message(decision.message(candidate));
  }

  /** Says how {@code round}, which the last look submitted, has ended. */
  static String ended(ServiceRoundJson round) {
    return "Round " + round.getJobId() + " has ended " + round.getState() + ": it removed "
        + ValueFormat.count(round.getTombstonesRemoved()) + " tombstones and wrote "
        + ValueFormat.bytes(round.getWriteBytes()) + ". The next look decides on another.";
  }

  static ServiceRoundJson round(JobRecord job) {
    return new ServiceRoundJson().jobId(job.getSpec().getJobId()).state(JobModel.state(job))
        .begun(JobModel.timestamp(job.getCreatedAtMs()))
        .ended(job.getEndedAtMs() == 0 ? null : JobModel.timestamp(job.getEndedAtMs()))
        .ranges(PastRound.ranges(job))
        .predictedTombstones(job.getSpec().getRound().getPredictedTombstones())
        .tombstonesRemoved(PastRound.removed(job)).writeBytes(PastRound.written(job))
        .failures(failures(job));
  }

  /** Returns a sentence for each turn that failed; null if none has. */
  private static List<String> failures(JobRecord job) {
    List<String> failures = job.getTurnsList().stream().filter(turn -> turn.getState() == TurnState.TURN_FAILED)
        .map(turn -> turn.getNodeId() + ": " + turn.getMessage()).collect(Collectors.toList());
    return failures.isEmpty() ? null : failures;
  }

  /**
   * Adds the ranges that the plan leaves out and that may have tombstones, most tombstones first. In tables that
   * already have ranges in {@code service}, only ranges that are known to have tombstones are added.
   */
  private static void setLeftOut(ServiceJson service, NodePlan plan) {
    Set<String> told = service.getRanges().stream().map(ServiceRangeJson::getTable).collect(Collectors.toSet());
    List<RejectedRange> leftOut = plan.ranges().leftOut()
        .filter(left -> left.target().mostTombstones() > 0 && !left.isResting())
        .filter(left -> left.target().tombstones().least() > 0 || !told.contains(left.target().span().table()))
        .sorted(Comparator.comparingLong((RejectedRange left) -> left.target().mostTombstones()).reversed())
        .collect(Collectors.toList());
    leftOut.stream().limit(MAX_LEFT_OUT).map(left -> leftOut(plan, left)).forEach(service::addRangesItem);
    service.rangesLeftOut(service.getRangesLeftOut() + Math.max(0, leftOut.size() - MAX_LEFT_OUT));
  }

  /** Says what is known of a bucket of which there is no range to tell: no SST file has a tombstone of it. */
  private static String noRange(String bucket, CountInterval inMemory) {
    return inMemory.most() == 0 ? bucket + " holds no tombstone."
        : bucket + " holds no tombstone in SST files and " + ValueFormat.count(inMemory) + " in memory, which RocksDB"
            + " writes to disk by itself: a round does that only where a list is slow for them.";
  }

  private static String sentence(List<ServiceRangeJson> chosen, int all) {
    long slowest = chosen.stream().map(ServiceRangeJson::getWaitMicros).filter(Objects::nonNull)
        .mapToLong(Long::longValue).max().orElse(0);
    return "Rounds would compact " + chosen.size() + " of " + ValueFormat.count(all, "range")
        + " now: they would remove " + ValueFormat.count(new CountInterval(
            chosen.stream().mapToLong(range -> range.getTombstones().getLow()).sum(),
            chosen.stream().mapToLong(range -> range.getTombstones().getHigh()).sum()))
        + " tombstones, read "
        + ValueFormat.bytes(chosen.stream().mapToLong(ServiceRangeJson::getPredictedReadBytes).sum())
        + " and write about "
        + ValueFormat.bytes(chosen.stream().mapToLong(ServiceRangeJson::getPredictedWriteBytes).sum())
        + (slowest == 0 ? "." : "; the slowest list there waits about " + ValueFormat.time(slowest) + '.');
  }

  private static ServiceRangeJson range(NodePlan plan, PlannedRange range) {
    OptionalLong oldest = plan.measured().oldestMillis(range.target().span());
    return range(plan, range.table(), range.range()).tombstones(PlanModel.count(range.cost().tombstonesRemoved()))
        .waitMicros(slowWait(plan.measured().places().slowest(range.target().span())))
        .lookedAt(plan.measured().places().isNotLookedAt(range.target().span()) ? false : null)
        .oldest(oldest.isPresent() ? JobModel.timestamp(oldest.getAsLong()) : null)
        .predictedReadBytes(range.cost().price().readBytes())
        .predictedWriteBytes(range.cost().price().writeBytes())
        .predictedWrite(PlanModel.bytes(range.cost().price().writeInterval()));
  }

  private static ServiceRangeJson flush(ServicePlan plan, AfterFlush flush) {
    return range(plan.plan(), flush.table(), flush.keys())
        .tombstones(PlanModel.count(new CountInterval(flush.tombstones(), flush.tombstones())))
        .waitMicros(slowWait(plan.slowest(flush))).predictedReadBytes(0L).predictedWriteBytes(flush.bytes());
  }

  private static ServiceRangeJson leftInMemory(NodePlan plan, InMemory bucket) {
    return range(plan, bucket.span().table(), bucket.span().keys()).tombstones(PlanModel.count(bucket.tombstones()))
        .waitMicros(slowWait(Optional.ofNullable(bucket.place()))).choice(ServiceChoiceJson.BELOW_MINIMUM)
        .message("Its " + ValueFormat.count(bucket.tombstones()) + " tombstones in memory are left to RocksDB, which"
            + " writes them to disk itself, unless a list is slow there for them"
            + (bucket.place() == null ? "."
                : "; it waits about " + ValueFormat.time(bucket.place().waitMicros()) + '.'));
  }

  private static Long slowWait(Optional<Place> slowest) {
    return slowest.filter(Place::isSlow).map(Place::waitMicros).orElse(null);
  }

  private static ServiceRangeJson range(NodePlan plan, String table, KeyRange keys) {
    NodeStatistics statistics = plan.statistics();
    BucketsOfRange buckets = BucketsOfRange.of(statistics.table(table), keys);
    return new ServiceRangeJson().table(table).volume(buckets.volume()).bucket(buckets.bucket())
        .bucketCount(buckets.count()).firstBucket(buckets.first()).lastBucket(buckets.last())
        .begin(ModelMapper.key(keys.begin(), statistics.names()))
        .end(ModelMapper.key(keys.lastKey(), statistics.names()));
  }

  private static ServiceRangeJson leftOut(NodePlan plan, RejectedRange left) {
    BucketSpan span = left.target().span();
    ServiceRangeJson range = range(plan, span.table(), left.keys());
    if (span.isAttributed()) {
      range.volume(span.volume()).bucket(span.bucket());
    }
    return range.tombstones(PlanModel.count(left.target().tombstones())).message(LeftOut.sentence(left))
        .choice(choice(left.reason()));
  }

  private static ServiceChoiceJson choice(RejectionReason reason) {
    switch (reason) {
      case RESTING:
      case CORRUPT_FILE:
        return ServiceChoiceJson.RESTING;
      case EXCLUDED:
        return ServiceChoiceJson.EXCLUDED;
      default:
        return ServiceChoiceJson.BELOW_MINIMUM;
    }
  }
}
