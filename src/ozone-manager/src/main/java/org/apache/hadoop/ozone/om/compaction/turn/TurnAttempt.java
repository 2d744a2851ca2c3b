// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;
import org.apache.hadoop.ozone.om.compaction.scan.ScanWatch;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/**
 * One attempt of a turn, over one database or several: its figures and its remaining budget. It waits in {@link #pass}
 * before each change of the database. Confined to the turn's thread.
 */
final class TurnAttempt implements ScanWatch {
  /** Longest pause between two checks of a waiting turn. */
  static final long TICK_MILLIS = 1000;
  /** Pause before the first check whether the ring has recorded a write. Each later pause is twice as long. */
  private static final long RECORD_MILLIS = 5;
  /** Reasons that the operator asked for; the turn's timeout excludes their time. */
  private static final Set<WaitReason> ASKED_FOR = Collections.unmodifiableSet(EnumSet.of(
      WaitReason.WAIT_WINDOW, WaitReason.WAIT_WRITE_RATE, WaitReason.WAIT_DELETIONS));

  private static final String LAST = "the turn ends in ";

  private final JobSpec begun;
  private final TurnContext context;
  private final TurnClock clock;
  private final PressureGauges.Source pressure;
  private final TurnTally tally;
  private final WriteRateLimiter rateLimiter;
  private final CompactionConfig config;
  /** Waiting time of this attempt. Earlier attempts do not count: a resume or a restart may have removed the cause. */
  private long heldUpMillis;
  private JobPart part = JobPart.ALL;

  TurnAttempt(JobSpec spec, TurnContext context, TurnClock clock, PressureGauges.Source pressure,
      CompactionConfig config) {
    this.begun = spec;
    this.context = context;
    this.clock = clock;
    this.pressure = pressure;
    this.tally = new TurnTally(context.earlier());
    this.config = config;
    this.rateLimiter = new WriteRateLimiter(writeRate(), context.earlier().getOwedBytes(), clock.elapsedMillis());
  }

  /** The job with the limits that are in force now. */
  JobSpec spec() {
    return JobLimitRules.with(begun, context.limits());
  }

  private long writeRate() {
    long asked = spec().getMaxWriteRate();
    return asked > 0 ? asked : config.getMaxWriteRate();
  }

  void take(JobPart taken) {
    part = taken;
    tally.take(taken);
  }

  JobPart part() {
    return part;
  }

  /**
   * The job's thresholds, with {@link #bytesLeft} as the write budget and {@link #rangesLeft} as the number of ranges;
   * at least 1 of each, as 0 means no limit.
   */
  Thresholds thresholds() {
    long left = bytesLeft();
    Thresholds.Builder thresholds = begun.getThresholds().toBuilder();
    if (!takesAllRanges()) {
      thresholds.setTop(Math.max(1, rangesLeft()));
    }
    return (left == Long.MAX_VALUE ? thresholds.clearMaxTotalBytes() : thresholds.setMaxTotalBytes(Math.max(1, left)))
        .build();
  }

  /** True unless the job asks for its best ranges only. */
  boolean takesAllRanges() {
    return begun.getThresholds().getTop() == 0;
  }

  /**
   * The number of ranges that the turn may still rewrite; {@link Integer#MAX_VALUE} for no limit. Ranges of earlier
   * attempts count.
   */
  int rangesLeft() {
    return takesAllRanges() ? Integer.MAX_VALUE : Math.max(0, begun.getThresholds().getTop() - tally.rangesDone());
  }

  /** The bytes that the turn may still write; {@link Long#MAX_VALUE} for no limit. Bytes of earlier attempts count. */
  long bytesLeft() {
    TurnFigures figures = tally.figures();
    long written = UnreportedBytes.written(figures);
    long forWaits = UnreportedBytes.writtenForWaits(figures);
    long all = left(spec().getThresholds().getMaxTotalBytes(),
        countsFlushes() ? written : written - figures.getFlushedBytes());
    switch (part) {
      case WAITS:
        return Math.min(all, left(begun.getRound().getMaxBytesForWaits(), forWaits));
      case OTHERS:
        return Math.min(all, left(begun.getRound().getMaxBytesForOthers(), written - forWaits));
      default:
        return all;
    }
  }

  /**
   * True if flushed bytes count towards the write budget: in jobs that decide themselves what to flush. Those of
   * clients' memtables during a step are among them.
   */
  private boolean countsFlushes() {
    return JobPart.areWaitsIn(begun);
  }

  boolean allowsFlush(long bytes) {
    return !countsFlushes() || bytes <= bytesLeft();
  }

  private static long left(long most, long written) {
    return most == 0 ? Long.MAX_VALUE : Math.max(0, most - written);
  }

  TurnClock clock() {
    return clock;
  }

  TurnTally tally() {
    return tally;
  }

  void publish() {
    tally.owes(rateLimiter.owedBytes(clock.elapsedMillis()));
    context.progress(tally.figures());
  }

  /**
   * Waits until the ring has recorded all published bytes, for 1.3 s at most; true if it did so during this call, so
   * that the LSM tree has to be read again.
   *
   * @throws TurnEndedException if the turn was stopped meanwhile
   */
  boolean awaitedRecord() throws TurnEndedException, InterruptedException {
    if (context.isRecorded()) {
      return false;
    }
    for (long pause = RECORD_MILLIS; pause < TICK_MILLIS && !context.isRecorded(); pause *= 2) {
      requireWanted();
      clock.pause(pause);
    }
    return context.isRecorded();
  }

  private void publish(TurnWait wait) {
    tally.waiting(wait);
    publish();
  }

  /**
   * Publishes the turn's own work before its first range as a wait, until {@link TurnTally#working}; a crash counts.
   */
  void publishWork(TurnWait work) {
    tally.workingAt(work);
    publish();
  }

  /**
   * Charges bytes written since {@code sinceMillis} ({@link TurnClock#elapsedMillis}); {@link #pass} waits for them.
   */
  void wrote(long bytes, long sinceMillis) {
    rateLimiter.wrote(bytes, sinceMillis);
  }

  @Override
  public boolean isStopped() {
    return context.stop().isPresent();
  }

  @Override
  public void hasRead(long bytes) {
    tally.checkRead(bytes);
  }

  /**
   * Waits until the next step may begin; true if it had to wait.
   *
   * @param writeBytes upper bound of the bytes that the next step writes; 0 if no step follows
   * @throws TurnEndedException if the turn was stopped, its window has closed, or it has waited for too long
   */
  boolean pass(long writeBytes) throws TurnEndedException, InterruptedException {
    boolean waited = false;
    for (Optional<TurnWait> wait = inTheWay(writeBytes); wait.isPresent(); wait = inTheWay(writeBytes)) {
      publish(wait.get());
      await(wait.get());
      waited = true;
    }
    publishWorking();
    return waited;
  }

  /**
   * Waits after the last step until the write rate allows all written bytes, so that the average of the whole turn is
   * below the rate. Ends early when the window closes.
   *
   * @throws TurnEndedException if the turn was stopped meanwhile
   */
  void awaitWriteRate() throws TurnEndedException, InterruptedException {
    for (Optional<TurnWait> wait = rate(LAST); wait.isPresent() && !hasClosed(); wait = rate(LAST)) {
      requireWanted();
      publish(wait.get());
      await(wait.get());
    }
    publishWorking();
  }

  private boolean hasClosed() {
    return WindowRules.hasClosed(spec().getNotAfterMs(), clock.wallMillis());
  }

  /** While a turn's record says that it waits without work of its own, a crash of the OM is not counted. */
  void publishWorking() {
    if (tally.figures().getWaitReason() != WaitReason.WAIT_NONE) {
      tally.working();
      publish();
    }
  }

  /**
   * Publishes that the turn waits for the given reason, and waits up to a second.
   *
   * @throws TurnEndedException if the turn was stopped, its window has closed, or it has waited for too long
   */
  void hold(TurnWait wait) throws TurnEndedException, InterruptedException {
    requireWanted();
    window();
    publish(wait);
    await(wait);
  }

  private Optional<TurnWait> inTheWay(long writeBytes) throws TurnEndedException {
    requireWanted();
    Optional<TurnWait> window = window();
    if (window.isPresent()) {
      return window;
    }
    Optional<TurnWait> rate = rate("the next step may begin in ");
    if (rate.isPresent()) {
      return rate;
    }
    Optional<TurnWait> pressure = pressure(writeBytes);
    return pressure.isPresent() ? pressure : record(writeBytes);
  }

  /** A wait for the record of all bytes that this OM has written: after a crash, only recorded bytes count. */
  private Optional<TurnWait> record(long writeBytes) {
    return writeBytes == 0 || context.isRecorded() ? Optional.empty()
        : Optional.of(new TurnWait(WaitReason.WAIT_RING_UNHEALTHY, "The ring has not recorded yet what this OM has"
            + " written, which counts towards the job's limit of bytes: its reports do not reach the leader, or that"
            + " does not take them"));
  }

  /** @throws TurnEndedException if the turn was stopped */
  void requireWanted() throws TurnEndedException {
    Optional<TurnOutcome> stop = context.stop();
    if (stop.isPresent()) {
      throw new TurnEndedException(stop.get());
    }
  }

  private Optional<TurnWait> window() throws TurnEndedException {
    JobSpec spec = spec();
    if (hasClosed()) {
      throw new TurnEndedException(TurnOutcome.of(TurnState.TURN_EXPIRED, TurnReason.WINDOW_CLOSED,
          "The window closed at " + Instant.ofEpochMilli(spec.getNotAfterMs())
              + ": retry the job to compact the rest when the window is open again"));
    }
    return clock.wallMillis() >= spec.getNotBeforeMs() ? Optional.empty()
        : Optional.of(new TurnWait(WaitReason.WAIT_WINDOW,
            "The window opens at " + Instant.ofEpochMilli(spec.getNotBeforeMs())));
  }

  /** @param next what comes after the pause */
  private Optional<TurnWait> rate(String next) {
    rateLimiter.limitTo(writeRate(), clock.elapsedMillis());
    long pause = rateLimiter.pauseMillis(clock.elapsedMillis());
    return pause == 0 ? Optional.empty()
        : Optional.of(new TurnWait(WaitReason.WAIT_WRITE_RATE, "Pausing so that the average stays below "
            + ValueFormat.bytes(rateLimiter.bytesPerSecond()) + "/s; " + next + roundedUp(pause)));
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
    List<TurnWait> waits = gauges.get().waits(config.getDiskReserve(), writeBytes);
    return waits.isEmpty() ? Optional.empty() : Optional.of(waits.get(0));
  }

  private void await(TurnWait wait) throws TurnEndedException, InterruptedException {
    long from = clock.elapsedMillis();
    clock.pause(tickFor(wait.getReason()));
    long waited = Math.max(0, clock.elapsedMillis() - from);
    tally.waited(waited);
    context.waited(wait.getReason(), waited);
    if (!ASKED_FOR.contains(wait.getReason())) {
      heldUpMillis += waited;
      if (heldUpMillis >= config.getTurnTimeout().toMillis()) {
        throw TurnEndedException.failed(TurnReason.WAITED_TOO_LONG, "Held up for " + roundedUp(heldUpMillis)
            + " since the turn last began, most recently because: " + wait.getMessage()
            + "; correct that, or raise ozone.om.range.compaction.turn.timeout, and retry the job");
      }
    }
  }

  private long tickFor(WaitReason reason) {
    switch (reason) {
      case WAIT_WINDOW:
        return tick(spec().getNotBeforeMs() - clock.wallMillis());
      case WAIT_DELETIONS:
        return TICK_MILLIS;
      case WAIT_WRITE_RATE:
        return tick(rateLimiter.pauseMillis(clock.elapsedMillis()));
      default:
        return tick(config.getTurnTimeout().toMillis() - heldUpMillis);
    }
  }

  private static long tick(long millis) {
    return Math.max(1, Math.min(TICK_MILLIS, millis));
  }

  /** A delay in seconds, rounded up so that it is never shown as 0 s. */
  private static String roundedUp(long millis) {
    return DurationText.of(Duration.ofSeconds((millis + 999) / 1000));
  }
}
