// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planning.MeasuredRuns;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice;

/**
 * The result of one look: the service's decision and its figures, without the plan, which is too large to be kept.
 * Immutable once it is shown.
 *
 * @param <T> the ranges of the plan, in the form of the readers
 */
public final class Look<T> {
  private final RoundDecision decision;
  private final T shown;
  private final long millis;
  private final int filesToScan;
  private final long notLookedAt;
  private final long unreadable;
  private final Map<Choice, Long> choices;
  private final OptionalLong oldestMillis;
  private final OptionalLong slowestMicros;
  private final long old;
  private Optional<String> round = Optional.empty();
  private Optional<String> refusal = Optional.empty();
  private long nextMillis;

  Look(ServicePlan plan, RoundDecision decision, T shown, long millis) {
    this.decision = decision;
    this.shown = shown;
    this.millis = millis;
    this.filesToScan = plan.plan().statistics().filesToScan();
    this.choices = decision.choices().stream().collect(Collectors.groupingBy(choice -> choice,
        () -> new EnumMap<>(Choice.class), Collectors.counting()));
    choices.put(Choice.RESTING, plan.plan().ranges().resting().count());
    choices.put(Choice.EXCLUDED, plan.plan().ranges().excluded().stream()
        .filter(left -> left.target().mostTombstones() > 0).count());
    choices.put(Choice.BELOW_MINIMUM, (long) plan.leftInMemory().size());
    MeasuredRuns measured = plan.plan().measured();
    this.oldestMillis = plan.ranges().keySet().stream().map(range -> measured.oldestMillis(range.target().span()))
        .filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong).min();
    this.slowestMicros = plan.ranges().keySet().stream().map(range -> measured.places().slowest(range.target().span()))
        .filter(Optional::isPresent).mapToLong(place -> place.get().waitMicros()).max();
    this.notLookedAt = measured.places().notLookedAt();
    this.unreadable = measured.places().unreadable();
    this.old = plan.ranges().keySet().stream().filter(range -> measured.isOld(range.target().span())).count();
  }

  void began(String jobId) {
    round = Optional.of(jobId);
  }

  void refused(String why) {
    refusal = Optional.of(why);
  }

  /** Adds when the service plans again, milliseconds since 1970. */
  void next(long atMillis) {
    nextMillis = atMillis;
  }

  RoundDecision decision() {
    return decision;
  }

  /** Why no round was due by the plan and the windows; empty if one was. */
  public Optional<Hold> notDue() {
    return decision.notDue();
  }

  public T shown() {
    return shown;
  }

  /** The time of the decision, in milliseconds since 1970. */
  public long millis() {
    return millis;
  }

  /** When the service plans again, in milliseconds since 1970; 0 if a reader has asked for this plan. */
  public long nextMillis() {
    return nextMillis;
  }

  /** The number of SST files that may hold more, and are yet to be read. */
  public int filesToScan() {
    return filesToScan;
  }

  /** Tombstones, at most, among which no look for places has searched yet. */
  public long notLookedAt() {
    return notLookedAt;
  }

  /** The part of {@link #notLookedAt} that lies among keys of SST files that cannot be read. */
  public long unreadable() {
    return unreadable;
  }

  /** Job id of the round that was submitted; empty if none was. */
  public Optional<String> round() {
    return round;
  }

  /** Why the ring refused the round; empty if it did not. */
  public Optional<String> refusal() {
    return refusal;
  }

  /** The number of ranges, and of buckets with tombstones in memory, for which the service made this choice. */
  long count(Choice choice) {
    return choices.getOrDefault(choice, 0L);
  }

  /** The number of ranges worth compacting whose tombstones may be older than the service's maximum age. */
  long old() {
    return old;
  }

  /** When the oldest tombstone worth compacting may have been written, in milliseconds since 1970; else empty. */
  OptionalLong oldestMillis() {
    return oldestMillis;
  }

  /** The longest wait at a place in any range worth compacting, in microseconds; empty if none is known. */
  OptionalLong slowestMicros() {
    return slowestMicros;
  }
}
