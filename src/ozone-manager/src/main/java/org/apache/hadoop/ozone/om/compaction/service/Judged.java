// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;

/** What a look came to, in numbers. Immutable. */
final class Judged {
  private final Map<ServiceChoice, Long> choices;
  private final Map<ServiceUrgency, Long> urgencies;
  private final OptionalLong oldestMillis;
  private final OptionalLong slowestMicros;

  private Judged(Map<ServiceChoice, Long> choices, Map<ServiceUrgency, Long> urgencies, OptionalLong oldestMillis,
      OptionalLong slowestMicros) {
    this.choices = Collections.unmodifiableMap(choices);
    this.urgencies = Collections.unmodifiableMap(urgencies);
    this.oldestMillis = oldestMillis;
    this.slowestMicros = slowestMicros;
  }

  static Judged of(Collection<Verdict> verdicts) {
    return new Judged(
        verdicts.stream().collect(Collectors.groupingBy(Verdict::choice, () -> new EnumMap<>(ServiceChoice.class),
            Collectors.counting())),
        verdicts.stream().filter(verdict -> verdict.urgency().isPresent()).collect(Collectors.groupingBy(
            verdict -> verdict.urgency().get(), () -> new EnumMap<>(ServiceUrgency.class), Collectors.counting())),
        least(verdicts), verdicts.stream().map(verdict -> verdict.candidate().seekMicros())
            .filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong).max());
  }

  private static OptionalLong least(Collection<Verdict> verdicts) {
    return verdicts.stream().map(verdict -> verdict.candidate().oldestMillis()).filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong).min();
  }

  /** Ranges by what was decided on them. */
  long of(ServiceChoice choice) {
    return choices.getOrDefault(choice, 0L);
  }

  /** Ranges by why they are worth it, whatever was decided on them. */
  long of(ServiceUrgency urgency) {
    return urgencies.getOrDefault(urgency, 0L);
  }

  /** Since 1970: no tombstone of any range is older. Empty if there is none, or it is not known. */
  OptionalLong oldestMillis() {
    return oldestMillis;
  }

  /** Of the seeks that were measured; empty if none was. */
  OptionalLong slowestMicros() {
    return slowestMicros;
  }
}
