// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;

/**
 * An OM whose tombstones appear and vanish by rules, and a clock that jumps from look to look: four weeks in seconds.
 * It plans by the one rule and compacts in the order of a plan. A round is done at once; later only its record and the
 * cooldowns on the OM are known.
 */
final class SimulatedOm {
  private static final double MICROS_PER_TOMBSTONE = 0.3;
  private static final long TOMBSTONE_BYTES = 80;
  private static final String SELF = "om1";
  private static final String TABLE = "keyTable";
  private static final long MIN_TOMBSTONES = 10_000;
  private static final long WAIT_MICROS = 5_000;
  private static final Duration MAX_AGE = Duration.ofDays(7);

  private final RoundPolicy policy;
  private final Duration interval;
  private final List<Span> spans = new ArrayList<>();
  private UnaryOperator<Instant> clockOfTheLeader = UnaryOperator.identity();
  private final LoneLeader leader = new LoneLeader();
  private final List<PastRound> rounds = new ArrayList<>();
  private final Cooldown cooldown;
  private Instant now;

  /** @param dailyBytes limit of rounds in any 24 hours */
  SimulatedOm(long dailyBytes, Duration interval, WeeklyWindows windows, Instant begin) {
    this.policy = new RoundPolicy(dailyBytes, windows);
    this.interval = interval;
    this.now = begin;
    this.cooldown = new Cooldown(new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now;
      }
    });
  }

  /** Tombstones that appear at a time, per look. */
  interface Deletes {
    double at(Instant now);
  }

  /** A run of keys. */
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

    /** Times of the rounds that compacted it. */
    List<Instant> served() {
      return served;
    }

    /** The greatest age of its oldest tombstone at any look. */
    Duration longestAge() {
      return longestAge;
    }
  }

  /**
   * @param liveBytes bytes that a round has to write for the span
   * @param removable share of its tombstones that a compaction removes, in [0,1]
   */
  Span span(long liveBytes, double removable, Deletes deletes) {
    Span span = new Span(spans.size(), liveBytes, deletes, removable);
    spans.add(span);
    return span;
  }

  /** @param clock maps the true time to the clock of the OM that leads */
  void clocks(UnaryOperator<Instant> clock) {
    clockOfTheLeader = clock;
  }

  /** Advances the time, and runs a round whenever one is due. */
  void run(Duration time) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      now = now.plus(interval);
      for (Span span : spans) {
        double more = span.deletes.at(now);
        if (more > 0 && span.oldest == null) {
          span.oldest = now;
        }
        span.tombstones += more;
        if (span.oldest != null && span.tombstones >= WorthCompacting.MIN_TOMBSTONES) {
          Duration age = Duration.between(span.oldest, now);
          span.longestAge = age.compareTo(span.longestAge) > 0 ? age : span.longestAge;
        }
      }
      look();
    }
  }

  private void look() {
    long clock = clockOfTheLeader.apply(now).toEpochMilli();
    RoundDecision decision = policy.decide(
        plan(span -> true).stream().map(SimulatedOm::candidate).collect(Collectors.toList()), List.of(),
        RoundMemory.of(leader.jobs().rounds(), clock), clock);
    if (!decision.notDue().isPresent() && !StandDown.after(PastRound.of(leader.jobs().rounds(), clock), 0)) {
      String jobId = new UUID(0, rounds.size()).toString();
      run(RoundSpec.of(jobId, decision, RoundMemory.carried(leader.jobs().rounds(), clock), List.of(SELF), List.of(), 1,
          0).build(), clock);
    }
  }

  /** The spans of some that are worth a round and do not rest, most tombstones per byte first. */
  private List<Span> plan(Predicate<Span> some) {
    return spans.stream().filter(some).filter(span -> span.tombstones >= WorthCompacting.MIN_TOMBSTONES)
        .filter(span -> waits(span) || span.tombstones >= MIN_TOMBSTONES || !now.isBefore(span.oldest.plus(MAX_AGE)))
        .filter(span -> cooldown.why(TABLE, span.keys) == null)
        .sorted(Comparator.comparingDouble(span -> -span.tombstones / (2 * span.liveBytes
            + span.tombstones * TOMBSTONE_BYTES)))
        .collect(Collectors.toList());
  }

  private static boolean waits(Span span) {
    return span.tombstones * MICROS_PER_TOMBSTONE >= WAIT_MICROS;
  }

  private static RoundCandidate candidate(Span span) {
    return new RoundCandidate(waits(span) ? JobPart.WAITS : JobPart.OTHERS, span.liveBytes,
        span.tombstones(), "");
  }

  private void run(JobSpec round, long clock) {
    TurnFigures.Builder figures = TurnFigures.newBuilder();
    long all = round.getThresholds().getMaxTotalBytes();
    long forWaits = take(true, Math.min(all, round.getRound().getMaxBytesForWaits()), figures);
    take(false, Math.min(all - forWaits, round.getRound().getMaxBytesForOthers()), figures);
    figures.setWriteBytesForWaits(forWaits);
    leader.apply(Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(round)), clock);
    String jobId = round.getJobId();
    leader.apply(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(jobId).setNodeId(SELF)), clock);
    leader.apply(Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId(SELF)), clock);
    leader.apply(Command.newBuilder().setEndTurns(EndTurns.newBuilder().setJobId(jobId).addNodeIds(SELF)
        .setState(TurnState.TURN_SUCCEEDED).setFigures(figures)), clock);
    rounds.add(PastRound.of(List.of(leader.jobs().find(jobId).orElseThrow()), clock).get(0));
  }

  /** @return bytes written */
  private long take(boolean waits, long most, TurnFigures.Builder figures) {
    long written = 0;
    for (Span span : plan(each -> waits(each) == waits)) {
      if (written + span.liveBytes > most) {
        break;
      }
      written += span.liveBytes;
      long before = span.tombstones();
      if (compact(span) == 0) {
        cooldown.rest(TABLE, span.keys, "It did not help");
      }
      figures.setTombstonesBefore(figures.getTombstonesBefore() + before)
          .setTombstonesAfter(figures.getTombstonesAfter() + span.tombstones())
          .setWriteBytes(figures.getWriteBytes() + span.liveBytes);
    }
    return written;
  }

  private double compact(Span span) {
    double removed = span.tombstones * span.removable;
    span.tombstones -= removed;
    span.oldest = span.tombstones < 1 ? null : span.oldest;
    span.served.add(now);
    return removed;
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

  /** The most bytes written in any 24 hours, by the clocks of the leaders of that time. */
  long mostInADay() {
    List<PastRound> byTime = new ArrayList<>(rounds);
    byTime.sort(Comparator.comparingLong(PastRound::lastMillis));
    long most = 0;
    long sum = 0;
    int first = 0;
    for (PastRound round : byTime) {
      sum += round.bytes(SELF);
      while (byTime.get(first).lastMillis() <= round.lastMillis() - Duration.ofDays(1).toMillis()) {
        sum -= byTime.get(first++).bytes(SELF);
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
