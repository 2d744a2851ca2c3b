// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * What a turn passes before everything it does to the database: asks whether it is still wanted, holds it in its window
 * and its write rate, and lets it through only while the foreground can spare a compaction.
 */
final class TurnGate {
  /** How often a turn that waits looks again, and is asked whether it is still wanted. */
  static final long TICK_MILLIS = 1000;
  /** What the operator asked to be waited for holds nobody up. */
  private static final Set<WaitReason> ASKED_FOR = Collections.unmodifiableSet(EnumSet.of(
      WaitReason.WAIT_WINDOW, WaitReason.WAIT_WRITE_RATE, WaitReason.WAIT_DELETIONS));

  private final Attempt attempt;
  private final JobSpec spec;
  private final TurnClock clock;
  private final PressureGauges.Source pressure;
  private final long diskReserveBytes;
  private final long timeoutMillis;
  private long heldUpMillis;

  /**
   * @param diskReserveBytes what must remain free on the disk
   * @param timeoutMillis how long a turn may be held up in all. Waiting for its own window, its own write rate and
   * deletions does not count: those are what the operator asked for
   */
  TurnGate(Attempt attempt, PressureGauges.Source pressure, long diskReserveBytes, long timeoutMillis) {
    this.attempt = attempt;
    this.spec = attempt.spec();
    this.clock = attempt.clock();
    this.pressure = pressure;
    this.diskReserveBytes = diskReserveBytes;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Waits until nothing is in the way. Every wait shows in the figures.
   *
   * @param writeBytes what the next step is predicted to write; 0 if it writes nothing
   * @throws TurnEndedException if the turn was stopped, its window is closed, or it was held up for too long
   */
  void pass(long writeBytes) throws TurnEndedException, InterruptedException {
    for (Optional<TurnWait> wait = inTheWay(writeBytes); wait.isPresent(); wait = inTheWay(writeBytes)) {
      attempt.publish(wait.get());
      await(wait.get());
    }
    attempt.tally().working();
  }

  /**
   * Waits a moment for something that the operator asked to be waited for; it does not count as being held up.
   *
   * @throws TurnEndedException if the turn was stopped, or its window is closed
   */
  void hold(TurnWait wait) throws TurnEndedException, InterruptedException {
    requireWanted();
    window();
    attempt.publish(wait);
    await(wait);
  }

  private Optional<TurnWait> inTheWay(long writeBytes) throws TurnEndedException {
    requireWanted();
    Optional<TurnWait> window = window();
    if (window.isPresent()) {
      return window;
    }
    Optional<TurnWait> rate = rate();
    return rate.isPresent() ? rate : pressure(writeBytes);
  }

  private void requireWanted() throws TurnEndedException {
    Optional<TurnOutcome> stop = attempt.stop();
    if (stop.isPresent()) {
      throw new TurnEndedException(stop.get());
    }
  }

  private Optional<TurnWait> window() throws TurnEndedException {
    long now = clock.wallMillis();
    if (spec.getNotAfterMs() > 0 && now >= spec.getNotAfterMs()) {
      throw new TurnEndedException(TurnOutcome.of(TurnState.TURN_EXPIRED, TurnReason.WINDOW_CLOSED,
          "The window closed at " + Instant.ofEpochMilli(spec.getNotAfterMs())
              + ": trigger the job again in another window to compact the rest"));
    }
    return now >= spec.getNotBeforeMs() ? Optional.empty()
        : Optional.of(new TurnWait(WaitReason.WAIT_WINDOW,
            "The window opens at " + Instant.ofEpochMilli(spec.getNotBeforeMs())));
  }

  private Optional<TurnWait> rate() {
    WriteRateLimiter rateLimiter = attempt.rateLimiter();
    long pause = rateLimiter.pauseMillis(clock.elapsedMillis());
    return pause == 0 ? Optional.empty()
        : Optional.of(new TurnWait(WaitReason.WAIT_WRITE_RATE, "Pausing so that the average stays below "
            + PressureRules.bytes(rateLimiter.bytesPerSecond()) + "/s; the next range may begin in " + seconds(pause)));
  }

  private Optional<TurnWait> pressure(long writeBytes) {
    Optional<PressureGauges> gauges;
    try {
      gauges = pressure.read();
    } catch (IOException e) {
      return Optional.of(new TurnWait(WaitReason.WAIT_DATABASE, "This OM's gauges cannot be read: " + e.getMessage()));
    }
    if (!gauges.isPresent()) {
      return Optional.of(new TurnWait(WaitReason.WAIT_DATABASE,
          "This OM has no open database: it installs a checkpoint"));
    }
    List<TurnWait> waits = PressureRules.waits(gauges.get(), diskReserveBytes, writeBytes);
    return waits.isEmpty() ? Optional.empty() : Optional.of(waits.get(0));
  }

  private void await(TurnWait wait) throws TurnEndedException, InterruptedException {
    long from = clock.elapsedMillis();
    clock.pause(tickFor(wait.getReason()));
    long waited = Math.max(0, clock.elapsedMillis() - from);
    attempt.waited(wait, waited);
    if (!ASKED_FOR.contains(wait.getReason())) {
      heldUpMillis += waited;
      if (heldUpMillis >= timeoutMillis) {
        throw TurnEndedException.failed(TurnReason.WAITED_TOO_LONG, "Held up for " + seconds(heldUpMillis)
            + " in all, at last because: " + wait.getMessage()
            + "; mend that, or raise ozone.om.range.compaction.turn.timeout, and trigger the job again");
      }
    }
  }

  private long tickFor(WaitReason reason) {
    switch (reason) {
      case WAIT_WINDOW:
        return tick(spec.getNotBeforeMs() - clock.wallMillis());
      case WAIT_DELETIONS:
        return TICK_MILLIS;
      case WAIT_WRITE_RATE:
        return tick(attempt.rateLimiter().pauseMillis(clock.elapsedMillis()));
      default:
        return tick(timeoutMillis - heldUpMillis);
    }
  }

  private static long tick(long millis) {
    return Math.max(1, Math.min(TICK_MILLIS, millis));
  }

  private static String seconds(long millis) {
    return (millis + 999) / 1000 + " s";
  }
}
