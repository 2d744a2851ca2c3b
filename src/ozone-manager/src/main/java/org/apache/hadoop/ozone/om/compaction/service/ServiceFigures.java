// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.planning.MeasuredRuns;

/** Figures of the last planning, for metrics. Immutable. */
final class ServiceFigures {
  private final Map<ServiceChoiceJson, Long> choices;
  private final OptionalLong oldestMillis;
  private final OptionalLong slowestMicros;
  private final long old;

  private ServiceFigures(Map<ServiceChoiceJson, Long> choices, OptionalLong oldestMillis, OptionalLong slowestMicros,
      long old) {
    this.choices = choices;
    this.old = old;
    this.oldestMillis = oldestMillis;
    this.slowestMicros = slowestMicros;
  }

  static ServiceFigures of(ServicePlan plan, RoundDecision decision) {
    Map<ServiceChoiceJson, Long> choices = decision.choices().stream().collect(Collectors.groupingBy(choice -> choice,
        () -> new EnumMap<>(ServiceChoiceJson.class), Collectors.counting()));
    choices.put(ServiceChoiceJson.RESTING, plan.plan().ranges().resting().count());
    choices.put(ServiceChoiceJson.EXCLUDED, plan.plan().ranges().excluded().stream()
        .filter(left -> left.target().mostTombstones() > 0).count());
    choices.put(ServiceChoiceJson.BELOW_MINIMUM, (long) plan.leftInMemory().size());
    MeasuredRuns measured = plan.plan().measured();
    return new ServiceFigures(choices, plan.ranges().stream().map(range -> measured.oldestMillis(range.target().span()))
        .filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong).min(),
        plan.ranges().stream().map(range -> measured.places().slowest(range.target().span()))
            .filter(Optional::isPresent).mapToLong(place -> place.get().waitMicros()).max(),
        plan.ranges().stream().filter(range -> measured.isOld(range.target().span())).count());
  }

  /** The number of ranges, and of buckets with tombstones in memory, for which the service made this choice. */
  long of(ServiceChoiceJson choice) {
    return choices.getOrDefault(choice, 0L);
  }

  /** The number of ranges worth compacting whose tombstones may be older than the service's maximum age. */
  long old() {
    return old;
  }

  /**
   * Returns the earliest time at which any tombstone in the ranges worth compacting may have been written, in
   * milliseconds since 1970; empty if unknown.
   */
  OptionalLong oldestMillis() {
    return oldestMillis;
  }

  /** What a list waits at the slowest place of any range worth compacting, in microseconds; empty if none is known. */
  OptionalLong slowestMicros() {
    return slowestMicros;
  }
}
