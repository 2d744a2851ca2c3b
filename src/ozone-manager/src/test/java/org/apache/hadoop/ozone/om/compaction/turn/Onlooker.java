// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** A ring that records what a turn tells it, and that can stop the turn. */
public final class Onlooker implements TurnContext {
  public static final TurnOutcome CANCELLED =
      TurnOutcome.of(TurnState.TURN_CANCELLED, TurnReason.CANCEL_REQUESTED, "Cancelled by a test");

  private final List<TurnFigures> seen = new ArrayList<>();
  private final Map<WaitReason, Long> waitedMillis = new EnumMap<>(WaitReason.class);
  private Supplier<Optional<TurnOutcome>> stop = Optional::empty;
  private Consumer<TurnFigures> atEachReport = figures -> { };
  private Supplier<JobLimits> limits = JobLimits::getDefaultInstance;
  private Supplier<Boolean> recorded = () -> true;
  private TurnFigures earlier = TurnFigures.getDefaultInstance();

  /** Sets the figures that the turn begins with, as after a restart of its OM. */
  public Onlooker remembers(TurnFigures figures) {
    earlier = figures;
    return this;
  }

  /** @param condition checked each time the turn asks */
  public Onlooker cancelsOnce(Supplier<Boolean> condition) {
    return stops(() -> condition.get() ? Optional.of(CANCELLED) : Optional.empty());
  }

  /** @param outcome asked each time the turn asks */
  public Onlooker stops(Supplier<Optional<TurnOutcome>> outcome) {
    stop = outcome;
    return this;
  }

  /** @param reaction runs before a report returns to the turn */
  public Onlooker atEachReport(Consumer<TurnFigures> reaction) {
    atEachReport = reaction;
    return this;
  }

  /** @param now asked each time the turn asks */
  public Onlooker limits(Supplier<JobLimits> now) {
    limits = now;
    return this;
  }

  /** @param condition asked each time the turn asks whether the ring has recorded what it wrote */
  public Onlooker records(Supplier<Boolean> condition) {
    recorded = condition;
    return this;
  }

  @Override
  public JobLimits limits() {
    return limits.get();
  }

  @Override
  public Optional<TurnOutcome> stop() {
    return stop.get();
  }

  @Override
  public TurnFigures earlier() {
    return earlier;
  }

  @Override
  public void progress(TurnFigures figures) {
    atEachReport.accept(figures);
    seen.add(figures);
  }

  @Override
  public boolean isRecorded() {
    return recorded.get();
  }

  @Override
  public void waited(WaitReason reason, long millis) {
    waitedMillis.merge(reason, millis, Long::sum);
  }

  /** Total waiting time by reason. */
  public Map<WaitReason, Long> waitedMillis() {
    return waitedMillis;
  }

  public List<TurnFigures> seen() {
    return seen;
  }

  public TurnFigures last() {
    return seen.isEmpty() ? TurnFigures.getDefaultInstance() : seen.get(seen.size() - 1);
  }

  /** The last report of a wait. */
  TurnFigures lastWait() {
    return seen.stream().filter(figures -> figures.getWaitReason() != WaitReason.WAIT_NONE)
        .reduce((first, second) -> second).orElseThrow();
  }

  /** Reasons of waits, each once, in order of appearance. */
  public List<WaitReason> waits() {
    List<WaitReason> reasons = new ArrayList<>();
    for (TurnFigures figures : seen) {
      if (figures.getWaitReason() != WaitReason.WAIT_NONE && !reasons.contains(figures.getWaitReason())) {
        reasons.add(figures.getWaitReason());
      }
    }
    return reasons;
  }
}
