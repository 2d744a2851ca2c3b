// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Duration;
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
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRoundJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.InMemory;
import org.apache.hadoop.ozone.om.compaction.planning.MeasuredRuns;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.rest.ModelMapper;
import org.apache.hadoop.ozone.om.compaction.rest.PlanModel;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Converts a plan of the service and the decision on it to the REST model. */
final class ServiceModel {
  private static final int MAX_RANGES = 20;
  private static final int MAX_LEFT_OUT = 20;

  private final NodePlanner planner;
  private final long dailyBytes;

  /** @param dailyBytes limit for the service's jobs on one OM in any 24 hours */
  ServiceModel(NodePlanner planner, long dailyBytes) {
    this.planner = planner;
    this.dailyBytes = dailyBytes;
  }

  /** Adds the ranges of the plan, and a sentence on what a job would do now. */
  ServiceJson tell(ServiceJson service, ServicePlan plan, RoundDecision decision) {
    List<ServiceRangeJson> all = new ArrayList<>();
    for (AfterFlush flush : plan.flushes()) {
      all.add(flush(plan.plan(), flush, decision.choices().get(all.size()), decision.spent(all.size())));
    }
    for (PlannedRange range : plan.ranges()) {
      all.add(range(plan.plan(), range, decision.choices().get(all.size()), decision.spent(all.size())));
    }
    all.sort(Comparator.comparing(ServiceRangeJson::getChoice));
    int planned = all.size();
    plan.plan().ranges().resting().forEach(left -> all.add(leftOut(plan.plan(), left)));
    for (InMemory bucket : plan.leftInMemory()) {
      all.add(leftInMemory(plan.plan(), bucket));
    }
    List<ServiceRangeJson> chosen = all.subList(0, planned).stream()
        .filter(range -> range.getChoice() == ServiceChoiceJson.CHOSEN).collect(Collectors.toList());
    service.message(sentence(chosen, all.size()));
    List<ServiceRangeJson> kept = all.stream().filter(range -> range.getChoice() == ServiceChoiceJson.RESTING
        || range.getChoice() == ServiceChoiceJson.TOO_DEAR).collect(Collectors.toList());
    decision.block().ifPresent(block -> hold(service,
        block.hold() == ServiceHoldJson.NOTHING_TO_DO && !kept.isEmpty() ? onlyKept(kept) : block));
    int uncounted = plan.plan().statistics().filesToScan();
    if (uncounted > 0) {
      service.message(service.getMessage() + " Not counted yet: " + ValueFormat.count(uncounted, "SST file")
          + " that may hold more. They are read in the background.");
    }
    service.rangesChosen(chosen.size()).rangesLeftOut(Math.max(0, all.size() - MAX_RANGES));
    all.stream().limit(MAX_RANGES).forEach(service::addRangesItem);
    return service;
  }

  /** Returns the reason why no job begins although some ranges are worth compacting. */
  private static Hold onlyKept(List<ServiceRangeJson> kept) {
    return new Hold(ServiceHoldJson.NOTHING_TO_DO, ValueFormat.count(kept.size(), "range")
        + (kept.size() == 1 ? " is left out that would be worth one: "
            : " are left out that would be worth one, the first: ") + kept.get(0).getMessage());
  }

  static ServiceJson hold(ServiceJson service, Hold block) {
    String no = service.getMode() == ServiceModeJson.COMPACT ? "No round begins now. " : "No round would begin now. ";
    return service.hold(block.hold())
        .message((block.hold() == ServiceHoldJson.ROUND_OPEN ? "" : no) + block.message());
  }

  /**
   * Adds the ranges and decisions of the last planning to the current state.
   *
   * @param now  the current state; changed
   * @param look the result of the last planning
   */
  static void addLook(ServiceJson now, ServiceJson look) {
    now.looked(look.getLooked()).looksAgain(look.getLooksAgain()).hold(look.getHold()).message(look.getMessage())
        .rangesChosen(look.getRangesChosen()).rangesLeftOut(look.getRangesLeftOut()).ranges(look.getRanges());
  }

  /**
   * Returns a sentence that says how a job of the service has ended.
   *
   * @param round the job that the last planning submitted
   */
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
  static void tellLeftOut(ServiceJson service, NodePlan plan) {
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
  static String noRange(String bucket, CountInterval inMemory) {
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

  /** @param spent says why the day's bytes do not suffice now; null unless {@code choice} is BUDGET_SPENT */
  private ServiceRangeJson range(NodePlan plan, PlannedRange range, ServiceChoiceJson choice, String spent) {
    MeasuredRuns measured = plan.measured();
    OptionalLong oldest = measured.oldestMillis(range.target().span());
    return range(plan, range.table(), range.range()).tombstones(PlanModel.count(range.cost().tombstonesRemoved()))
        .waitMicros(slowWait(measured.places().slowest(range.target().span())))
        .oldest(oldest.isPresent() ? JobModel.timestamp(oldest.getAsLong()) : null)
        .predictedReadBytes(range.cost().price().readBytes())
        .predictedWriteBytes(range.cost().price().writeBytes())
        .predictedWrite(PlanModel.count(range.cost().price().writeInterval())).choice(choice)
        .message(why(measured, range.target(), range.cost().tombstonesRemoved())
            + whyNotChosen(choice, range.cost().budgetBytes(), spent));
  }

  /** @param spent as for {@link #range} */
  private ServiceRangeJson flush(NodePlan plan, AfterFlush flush, ServiceChoiceJson choice, String spent) {
    Optional<Place> slowest = plan.measured().places().slow().stream()
        .filter(place -> place.table().equals(flush.table())).findFirst();
    return range(plan, flush.table(), flush.keys())
        .tombstones(PlanModel.count(new CountInterval(flush.tombstones(), flush.tombstones())))
        .waitMicros(slowWait(slowest)).predictedReadBytes(0L).predictedWriteBytes(flush.bytes()).choice(choice)
        .message(slowest.map(place -> slow(place) + ' ').orElse("") + "In memory are "
            + ValueFormat.count(flush.tombstones()) + " tombstones: a round writes them to an SST file first."
            + whyNotChosen(choice, flush.bytes(), spent));
  }

  private ServiceRangeJson leftInMemory(NodePlan plan, InMemory bucket) {
    return range(plan, bucket.span().table(), bucket.span().keys()).tombstones(PlanModel.count(bucket.tombstones()))
        .waitMicros(slowWait(Optional.ofNullable(bucket.place()))).choice(ServiceChoiceJson.BELOW_MINIMUM)
        .message("Its " + ValueFormat.count(bucket.tombstones()) + " tombstones in memory are left to RocksDB, which"
            + " writes them to disk itself, unless a list is slow there for them"
            + (bucket.place() == null ? "."
                : "; it waits about " + ValueFormat.time(bucket.place().waitMicros()) + '.'));
  }

  /** Returns why a range is worth compacting. {@code planned} is how many tombstones compacting it would remove. */
  private String why(MeasuredRuns measured, SpanStatistics run, CountInterval planned) {
    boolean whole = run.tombstones().most() <= planned.most();
    String holds = (whole ? "It holds " : "The run that it is part of holds ") + ValueFormat.count(run.tombstones())
        + " tombstones";
    if (measured.waits(run.span())) {
      return measured.places().slowest(run.span()).map(place -> slow(place) + ' ').orElse("") + holds + '.';
    }
    return measured.isEnough(run.span())
        ? holds + "; the minimum is " + ValueFormat.count(planner.limits().minTombstones()) + '.'
        : holds + ", which may be there since " + Instant.ofEpochMilli(measured.oldestMillis(run.span()).orElse(0))
            + ", longer than " + DurationText.exactly(Duration.ofMillis(planner.rule().maxAgeMillis())) + '.';
  }

  private static Long slowWait(Optional<Place> slowest) {
    return slowest.filter(Place::isSlow).map(Place::waitMicros).orElse(null);
  }

  private String slow(Place place) {
    return "A list waits about " + ValueFormat.time(place.waitMicros()) + " there; one that waits "
        + ValueFormat.time(planner.rule().slowPlaces().limit().micros()) + " or longer is slow.";
  }

  private String whyNotChosen(ServiceChoiceJson choice, long writeBytes, String spent) {
    switch (choice) {
      case BUDGET_SPENT:
        return " It has to wait. " + spent;
      case TOO_DEAR:
        return " But it may " + tooDear(writeBytes, dailyBytes) + '.';
      default:
        return "";
    }
  }

  /** Returns what follows "It may" in the message on a range that is too large for any job of the service. */
  static String tooDear(long writeBytes, long dailyBytes) {
    return "write " + ValueFormat.bytes(writeBytes) + ", more than its share of the daily budget, "
        + ValueFormat.bytes(RoundBudget.most(dailyBytes)) + " (raise " + ServiceConfig.DAILY_BYTES
        + ", or trigger a job for it)";
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
