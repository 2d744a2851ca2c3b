// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRange;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRound;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planner.LeftOut;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.text.Models;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/** What was seen and decided, as the contract's model has it. */
final class ServiceModel {
  private static final int MAX_RANGES = 20;
  private static final int MAX_LEFT_OUT = 20;

  private ServiceModel() {
  }

  /** Adds ranges, and a sentence on what rounds would do now: one for what is overdue, one for the others. */
  static Service tell(Service service, RangeLook.Seen seen, Decision decision) {
    List<Verdict> verdicts = decision.verdicts();
    List<Candidate> chosen = verdicts.stream().filter(verdict -> verdict.choice() == ServiceChoice.CHOSEN)
        .map(Verdict::candidate).collect(Collectors.toList());
    service.message(chosen.isEmpty() && !decision.cutOff().isEmpty()
        ? "A round goes on where the last one was cut off, at " + Words.count(decision.cutOff().size(), "range") + '.'
        : sentence(chosen, verdicts.size()));
    decision.held().ifPresent(held -> hold(service, held));
    service.rangesChosen(chosen.size()).rangesLeftOut(Math.max(0, verdicts.size() - MAX_RANGES));
    verdicts.stream().limit(MAX_RANGES).map(verdict -> range(seen, verdict)).forEach(service::addRangesItem);
    return service;
  }

  static Service hold(Service service, Held held) {
    return service.hold(held.hold())
        .message((held.hold() == ServiceHold.ROUND_OPEN ? "" : "No round would begin now. ") + held.message());
  }

  /** What was seen and decided at a look, with the rest as it is now. */
  static Service asOf(Service now, Service look) {
    return now.looked(look.getLooked()).looksAgain(look.getLooksAgain()).hold(look.getHold()).message(look.getMessage())
        .rangesChosen(look.getRangesChosen()).rangesLeftOut(look.getRangesLeftOut()).ranges(look.getRanges());
  }

  /** A sentence on the round that the last look began. */
  static String ended(ServiceRound round) {
    return "Round " + round.getJobId() + " has ended " + round.getState() + ": it removed "
        + Words.count(round.getTombstonesRemoved()) + " tombstones and wrote " + Words.bytes(round.getWriteBytes())
        + ". The next look decides on another.";
  }

  static ServiceRound round(JobRecord job) {
    return new ServiceRound().jobId(job.getSpec().getJobId()).state(JobModel.state(job))
        .overdue(job.getSpec().getRound().getOverdue()).begun(JobModel.timestamp(job.getCreatedAtMs()))
        .ended(job.getEndedAtMs() == 0 ? null : JobModel.timestamp(job.getEndedAtMs()))
        .ranges(job.getSpec().getTargets().getKeyRangesCount())
        .predictedTombstones(job.getSpec().getRound().getPredictedTombstones())
        .tombstonesRemoved(PastRound.removed(job)).writeBytes(PastRound.written(job));
  }

  /**
   * Adds what holds tombstones and yet is no range of the plan, with most tombstones first. What lies beside a range
   * and shares its files is no news unless it holds some for certain.
   */
  static void tellLeftOut(Service service, RangeLook.Seen seen) {
    Set<String> judged = service.getRanges().stream().map(ServiceRange::getTable).collect(Collectors.toSet());
    List<LeftOut> leftOut = seen.plan().ranges().leftOut().filter(left -> left.target().mostTombstones() > 0)
        .filter(left -> left.target().tombstones().least() > 0 || !judged.contains(left.target().span().table()))
        .sorted(Comparator.comparingLong((LeftOut left) -> left.target().mostTombstones()).reversed())
        .collect(Collectors.toList());
    leftOut.stream().limit(MAX_LEFT_OUT).map(left -> leftOut(seen, left)).forEach(service::addRangesItem);
    service.rangesLeftOut(service.getRangesLeftOut() + Math.max(0, leftOut.size() - MAX_LEFT_OUT));
  }

  private static String sentence(List<Candidate> chosen, int judged) {
    long slowest = chosen.stream().map(Candidate::seekMicros).filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong).max().orElse(0);
    return "Rounds would compact " + chosen.size() + " of " + Words.count(judged, "range")
        + " now: they would remove " + Words.count(chosen.stream().mapToLong(Candidate::tombstones).sum())
        + " tombstones, read " + Words.bytes(chosen.stream().mapToLong(Candidate::readBytes).sum()) + " and write "
        + Words.bytes(chosen.stream().mapToLong(Candidate::writeBytes).sum())
        + (slowest == 0 ? "." : "; the slowest list there takes " + Words.time(slowest) + '.');
  }

  private static ServiceRange range(RangeLook.Seen seen, Verdict verdict) {
    Candidate candidate = verdict.candidate();
    KeyRange keys = candidate.range();
    NodeStatistics statistics = seen.plan().statistics();
    BucketsOfRange buckets = BucketsOfRange.of(statistics.table(candidate.table()), keys);
    return new ServiceRange().table(candidate.table()).volume(buckets.volume()).bucket(buckets.bucket())
        .bucketCount(buckets.count()).firstBucket(buckets.first()).lastBucket(buckets.last())
        .begin(Models.key(keys.begin(), statistics.names()))
        .end(Models.key(keys.lastKey(), statistics.names()))
        .tombstones(candidate.tombstones()).seek(Models.seek(seen.seek(candidate)))
        .oldest(candidate.oldestMillis().isPresent() ? JobModel.timestamp(candidate.oldestMillis().getAsLong()) : null)
        .predictedReadBytes(candidate.readBytes()).predictedWriteBytes(candidate.writeBytes())
        .urgency(verdict.urgency().orElse(null)).choice(verdict.choice()).message(verdict.message());
  }

  private static ServiceRange leftOut(RangeLook.Seen seen, LeftOut left) {
    BucketSpan span = left.target().span();
    return new ServiceRange().table(span.table()).volume(span.volume()).bucket(span.bucket())
        .begin(Models.key(left.keys().begin(), seen.plan().statistics().names()))
        .end(Models.key(left.keys().lastKey(), seen.plan().statistics().names()))
        .tombstones(left.target().mostTombstones()).choice(ServiceChoice.BELOW_MINIMUM).message(left.sentence());
  }
}
