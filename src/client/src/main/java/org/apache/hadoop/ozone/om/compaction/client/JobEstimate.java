// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;

/**
 * Estimates when a job ends if its turns keep their speed. Assumes that the clocks of the OMs agree with the caller's.
 */
final class JobEstimate {
  private JobEstimate() {
  }

  /** The expected end of a running job; empty if no turn runs, or while the speed of a running turn is unknown. */
  static Optional<Instant> end(JobJson job, Instant now) {
    List<TurnJson> running = turnsIn(job, TurnStateJson.RUNNING);
    long waiting = turnsIn(job, TurnStateJson.WAITING).size();
    if (job.getState() != JobStateJson.RUNNING || running.isEmpty()) {
      return Optional.empty();
    }
    double slowest = 0;
    for (TurnJson turn : running) {
      OptionalDouble left = millisLeft(turn, now);
      if (!left.isPresent()) {
        return Optional.empty();
      }
      slowest = Math.max(slowest, left.getAsDouble());
    }
    double each = job.getTurns().stream().filter(turn -> turn.getState() != TurnStateJson.WAITING && ran(turn))
        .mapToDouble(turn -> activeMillis(turn, now) + millisLeft(turn, now).orElse(0)).average().orElse(0);
    long batches = (waiting + running.size() - 1) / running.size();
    return Optional.of(now.plusMillis(Math.round(slowest + batches * each)));
  }

  private static List<TurnJson> turnsIn(JobJson job, TurnStateJson state) {
    return job.getTurns().stream().filter(turn -> turn.getState() == state).collect(Collectors.toList());
  }

  /** True if a turn has begun and has figures, so that its time can serve for others; false for a skipped one. */
  private static boolean ran(TurnJson turn) {
    return turn.getStarted() != null && turn.getFigures() != null;
  }

  /** 0 if the state is not RUNNING; empty if the turn waits, or if its figures do not allow an estimate. */
  private static OptionalDouble millisLeft(TurnJson turn, Instant now) {
    TurnFiguresJson figures = turn.getFigures();
    if (turn.getState() != TurnStateJson.RUNNING) {
      return OptionalDouble.of(0);
    }
    if (!ran(turn) || turn.getWaitingFor() != null || figures.getAttempts() != null && figures.getAttempts() > 1) {
      return OptionalDouble.empty();
    }
    double moved = figures.getReadBytes() + figures.getWriteBytes();
    double active = activeMillis(turn, now);
    double predicted = figures.getPredictedReadBytes() + figures.getPredictedWriteBytes();
    return moved <= 0 || active <= 0 ? OptionalDouble.empty()
        : OptionalDouble.of(active * Math.max(0, predicted - moved) / moved);
  }

  /** Milliseconds from the turn's start until its end or now, without the time that it waited. */
  private static double activeMillis(TurnJson turn, Instant now) {
    Instant end = turn.getEnded() == null ? now : Instant.parse(turn.getEnded());
    return end.toEpochMilli() - Instant.parse(turn.getStarted()).toEpochMilli() - turn.getFigures().getWaitedMillis();
  }
}
