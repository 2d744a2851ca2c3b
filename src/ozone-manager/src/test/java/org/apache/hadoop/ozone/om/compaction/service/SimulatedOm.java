// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/**
 * An OM whose tombstones come and go by rules, and a clock that jumps from look to look: four weeks in seconds. A round
 * is done at once, and its record is all that is known of it later.
 */
final class SimulatedOm {
  private static final double MICROS_PER_TOMBSTONE = 0.3;
  private static final long TOMBSTONE_BYTES = 80;
  private static final String SELF = "om1";

  private final ServiceSettings settings;
  private final List<Span> spans = new ArrayList<>();
  private UnaryOperator<Instant> clockOfTheLeader = UnaryOperator.identity();
  private final LoneLeader leader = new LoneLeader();
  private final List<PastRound> rounds = new ArrayList<>();
  private Instant now;

  SimulatedOm(ServiceSettings settings, Instant begin) {
    this.settings = settings;
    this.now = begin;
  }

  /** Tombstones that come at a moment, per look. */
  interface Deletes {
    double at(Instant now);
  }

  /** Some keys in a row. */
  static final class Span {
    private final KeyRange keys;
    private final long liveBytes;
    private final Deletes deletes;
    private final double removable;
    private double tombstones;
    private Instant oldest;
    private final List<Instant> served = new ArrayList<>();
    private Duration longestAge = Duration.ZERO;

    private Span(int number, long liveBytes, Deletes deletes, double removable) {
      String name = String.format("/vol/bucket-%07d/", number);
      this.keys = new KeyRange(name.getBytes(StandardCharsets.UTF_8), (name + '~').getBytes(StandardCharsets.UTF_8));
      this.liveBytes = liveBytes;
      this.deletes = deletes;
      this.removable = removable;
    }

    long tombstones() {
      return (long) tombstones;
    }

    String keys() {
      return new String(keys.begin(), StandardCharsets.UTF_8).replace("/", "");
    }

    double seekMillis() {
      return tombstones * MICROS_PER_TOMBSTONE / 1000;
    }

    /** When rounds took it. */
    List<Instant> served() {
      return served;
    }

    /** Of its oldest tombstone at any look. */
    Duration longestAge() {
      return longestAge;
    }
  }

  /**
   * @param liveBytes that a round has to write for the span
   * @param removable share of its tombstones that a compaction removes, in [0,1]
   */
  Span span(long liveBytes, double removable, Deletes deletes) {
    Span span = new Span(spans.size(), liveBytes, deletes, removable);
    spans.add(span);
    return span;
  }

  /** @param clock what the clock of the OM that leads shows, by the true time */
  void clocks(UnaryOperator<Instant> clock) {
    clockOfTheLeader = clock;
  }

  /** Lets time go by, and rounds happen whenever the policy finds one due. */
  void run(Duration time) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      now = now.plusMillis(settings.intervalMillis());
      for (Span span : spans) {
        double more = span.deletes.at(now);
        if (more > 0 && span.oldest == null) {
          span.oldest = now;
        }
        span.tombstones += more;
        if (span.oldest != null && span.tombstones >= AutoPolicy.MIN_TOMBSTONES) {
          Duration age = Duration.between(span.oldest, now);
          span.longestAge = age.compareTo(span.longestAge) > 0 ? age : span.longestAge;
        }
      }
      look();
    }
  }

  private void look() {
    long clock = clockOfTheLeader.apply(now).toEpochMilli();
    Map<Candidate, Span> candidates = new LinkedHashMap<>();
    for (Span span : spans) {
      if (span.tombstones >= AutoPolicy.MIN_TOMBSTONES) {
        candidates.put(candidate(span), span);
      }
    }
    List<PastRound> past = RoundMemory.of(leader.jobs().jobs(), clock);
    Decision decision = new RoundPolicy(settings)
        .decide(new ArrayList<>(candidates.keySet()), past, clock);
    if (!decision.ofRound().isEmpty() && !StandingDown.after(PastRound.of(leader.jobs().jobs(), clock), 0)) {
      String jobId = new UUID(0, rounds.size()).toString();
      run(RoundSpec.of(jobId, decision, RoundMemory.carried(leader.jobs().jobs(), clock),
          Thresholds.getDefaultInstance(), List.of(SELF), settings, 0), candidates, clock);
    }
  }

  private void run(JobSpec round, Map<Candidate, Span> candidates, long clock) {
    long written = 0;
    double before = 0;
    double removed = 0;
    Map<ByteString, Candidate> byBegin = new HashMap<>();
    candidates.keySet().forEach(candidate -> byBegin.put(ByteString.copyFrom(candidate.range().begin()), candidate));
    for (CompactionProtos.KeyRange keys : round.getTargets().getKeyRangesList()) {
      Candidate candidate = byBegin.get(keys.getBegin());
      written += candidate.writeBytes();
      before += candidate.tombstones();
      removed += compact(candidates.get(candidate));
    }
    leader.apply(Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(round)), clock);
    String jobId = round.getJobId();
    leader.apply(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(jobId).setNodeId(SELF)), clock);
    leader.apply(Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId(SELF)), clock);
    leader.apply(Command.newBuilder().setEndTurns(EndTurns.newBuilder().setJobId(jobId).addNodeIds(SELF)
        .setState(TurnState.TURN_SUCCEEDED).setFigures(TurnFigures.newBuilder().setWriteBytes(written)
            .setTombstonesBefore((long) before).setTombstonesAfter((long) (before - removed)))), clock);
    rounds.add(PastRound.of(List.of(leader.jobs().find(jobId).orElseThrow()), clock).get(0));
  }

  private double compact(Span span) {
    double removed = span.tombstones * span.removable;
    span.tombstones -= removed;
    span.oldest = span.tombstones < 1 ? null : span.oldest;
    span.served.add(now);
    return removed;
  }

  private static Candidate candidate(Span span) {
    long read = span.liveBytes + (long) span.tombstones * TOMBSTONE_BYTES;
    return new Candidate("keyTable", span.keys, (long) span.tombstones, read, span.liveBytes, 0,
        OptionalLong.of((long) (span.tombstones * MICROS_PER_TOMBSTONE)),
        span.oldest == null ? OptionalLong.empty() : OptionalLong.of(span.oldest.toEpochMilli()));
  }

  Instant now() {
    return now;
  }

  List<Span> spans() {
    return spans;
  }

  /** Oldest first. */
  List<PastRound> rounds() {
    return rounds;
  }

  /** The most bytes that were written in any 24 hours, by the clocks of those who led then. */
  long mostInADay() {
    List<PastRound> byTime = new ArrayList<>(rounds);
    byTime.sort(Comparator.comparingLong(PastRound::lastMillis));
    long most = 0;
    long sum = 0;
    int first = 0;
    for (PastRound round : byTime) {
      sum += round.bytesByNode().get(SELF);
      while (byTime.get(first).lastMillis() <= round.lastMillis() - Duration.ofDays(1).toMillis()) {
        sum -= byTime.get(first++).bytesByNode().get(SELF);
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
