// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.ScanWatch;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/**
 * One attempt of a turn: what everything that it does shares. Looks on, too, at what the turn reads besides its
 * compactions, to count and to check: that is counted, and goes on only while the turn is wanted. For the turn's thread
 * alone.
 */
final class Attempt implements ScanWatch {
  private final JobSpec spec;
  private final TurnContext context;
  private final TurnClock clock;
  private final TurnTally tally;
  private final WriteRateLimiter rateLimiter;
  private final TurnGate gate;

  Attempt(JobSpec spec, TurnContext context, TurnClock clock, PressureGauges.Source pressure, CompactionConfig config) {
    this.spec = spec;
    this.context = context;
    this.clock = clock;
    this.tally = new TurnTally(context.earlier());
    this.rateLimiter = new WriteRateLimiter(
        spec.getMaxWriteRate() > 0 ? spec.getMaxWriteRate() : config.getMaxWriteRate(), clock.elapsedMillis());
    this.gate = new TurnGate(this, pressure, config.getDiskReserve(), config.getTurnTimeout().toMillis());
  }

  JobSpec spec() {
    return spec;
  }

  /** Of the spec, with what earlier ranges, of all attempts, have left of the bytes that the turn may write in all. */
  Thresholds thresholds() {
    Thresholds all = spec.getThresholds();
    return all.getMaxTotalBytes() == 0 ? all
        : all.toBuilder().setMaxTotalBytes(Math.max(1, bytesLeft())).build();
  }

  /** That the turn may still write; of all its attempts. {@link Long#MAX_VALUE} for no limit. */
  long bytesLeft() {
    long most = spec.getThresholds().getMaxTotalBytes();
    return most == 0 ? Long.MAX_VALUE : Math.max(0, most - tally.writeBytes());
  }

  TurnClock clock() {
    return clock;
  }

  TurnTally tally() {
    return tally;
  }

  WriteRateLimiter rateLimiter() {
    return rateLimiter;
  }

  TurnGate gate() {
    return gate;
  }

  /** {@link TurnContext#stop}. */
  Optional<TurnOutcome> stop() {
    return context.stop();
  }

  /** Publishes the tally as it is now. */
  void publish() {
    context.progress(tally.figures());
  }

  /** Shows what the turn waits for, until {@link TurnTally#working}. */
  void publish(TurnWait wait) {
    tally.waiting(wait);
    publish();
  }

  /** The turn stood back. */
  void waited(TurnWait wait, long millis) {
    tally.waited(millis);
    context.waited(wait.getReason(), millis);
  }

  @Override
  public boolean isStopped() {
    return stop().isPresent();
  }

  @Override
  public void hasRead(long bytes) {
    tally.checkRead(bytes);
  }
}
