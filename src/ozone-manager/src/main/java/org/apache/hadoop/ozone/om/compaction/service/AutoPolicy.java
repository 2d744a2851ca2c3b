// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/** Which candidates a round takes. A pure function of the candidates, the settings, the bytes left and the time. */
final class AutoPolicy {
  /** Fewer are nobody's trouble, however old, and make no list slow. */
  static final long MIN_TOMBSTONES = 1_000;
  /** Pebble's limit for compactions that only drop tombstones: so many times its own bytes may be read besides. */
  static final int MAX_COLLATERAL = 40;

  private static final Comparator<Candidate> OLDEST_FIRST =
      Comparator.comparingLong(each -> each.oldestMillis().orElse(Long.MAX_VALUE));
  private static final Comparator<Candidate> MOST_TIME_BY_BYTE =
      Comparator.comparingDouble(each -> -(double) each.seekMicros().orElse(0) / each.movedBytes());
  private static final Comparator<Candidate> MOST_TOMBSTONES_BY_BYTE =
      Comparator.comparingDouble(each -> -(double) each.tombstones() / each.movedBytes());

  private final ServiceSettings settings;
  private final ToLongFunction<Candidate> restsUntil;
  private final long now;

  /**
   * @param restsUntil milliseconds since 1970 until which a candidate is left alone; 0 if it is not
   * @param now        milliseconds since 1970
   */
  AutoPolicy(ServiceSettings settings, ToLongFunction<Candidate> restsUntil, long now) {
    this.settings = settings;
    this.restsUntil = restsUntil;
    this.now = now;
  }

  /** Why a candidate is worth it, if it is. What is in memory is no debt: RocksDB writes it to disk by itself. */
  Optional<ServiceUrgency> urgency(Candidate candidate) {
    if (candidate.isInMemory() && candidate.tombstones() < settings.minTombstones()) {
      return Optional.empty();
    }
    if (isOverdue(candidate)) {
      return Optional.of(ServiceUrgency.OVERDUE);
    }
    if (candidate.seekMicros().orElse(0) >= settings.hurtingMicros()) {
      return Optional.of(ServiceUrgency.HURTING);
    }
    return candidate.tombstones() >= settings.minTombstones() && !candidate.isInMemory()
        ? Optional.of(ServiceUrgency.DEBT) : Optional.empty();
  }

  private boolean isOverdue(Candidate candidate) {
    return settings.maxAgeMillis() > 0 && candidate.tombstones() >= MIN_TOMBSTONES
        && candidate.oldestMillis().isPresent()
        && now - candidate.oldestMillis().getAsLong() >= settings.maxAgeMillis();
  }

  /**
   * Judges all candidates. Those that are taken are the first in order until one does not fit: a large one that has to
   * wait is not overtaken by small ones for ever.
   *
   * @return those that are taken, of those that are overdue and of the others in the order of a round, then the rest
   */
  List<Verdict> judge(List<Candidate> candidates, RoundBudget budget) {
    Map<ServiceUrgency, List<Candidate>> worthIt = new EnumMap<>(ServiceUrgency.class);
    List<Verdict> against = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Optional<ServiceUrgency> urgency = urgency(candidate);
      Optional<Verdict> objection = objection(candidate, urgency);
      if (objection.isPresent()) {
        against.add(objection.get());
      } else {
        worthIt.computeIfAbsent(urgency.get(), any -> new ArrayList<>()).add(candidate);
      }
    }
    List<Candidate> overdue = sorted(worthIt.get(ServiceUrgency.OVERDUE), OLDEST_FIRST);
    List<Candidate> others = new ArrayList<>(sorted(worthIt.get(ServiceUrgency.HURTING), MOST_TIME_BY_BYTE));
    others.addAll(sorted(worthIt.get(ServiceUrgency.DEBT), MOST_TOMBSTONES_BY_BYTE));
    List<Verdict> chosen = new ArrayList<>();
    List<Verdict> waiting = new ArrayList<>();
    take(overdue, budget, chosen, waiting);
    take(others, budget, chosen, waiting);
    chosen.addAll(waiting);
    chosen.addAll(against);
    return chosen;
  }

  private void take(List<Candidate> inOrder, RoundBudget budget, List<Verdict> chosen, List<Verdict> waiting) {
    long taken = 0;
    boolean full = false;
    for (Candidate candidate : inOrder) {
      ServiceUrgency urgency = urgency(candidate).get();
      long left = budget.of(urgency) - taken;
      full |= candidate.writeBytes() > left;
      taken += full ? 0 : candidate.writeBytes();
      if (full) {
        waiting.add(verdict(candidate, urgency, ServiceChoice.BUDGET_SPENT, () -> " It has to wait: "
            + Words.bytes(budget.of(urgency)) + " may be written now for what is " + urgency
            + ", and others come first."));
      } else {
        chosen.add(verdict(candidate, urgency, ServiceChoice.CHOSEN, () -> ""));
      }
    }
  }

  private static List<Candidate> sorted(List<Candidate> candidates, Comparator<Candidate> order) {
    return candidates == null ? Collections.emptyList()
        : candidates.stream().sorted(order.thenComparing(OLDEST_FIRST)).collect(Collectors.toList());
  }

  private Optional<Verdict> objection(Candidate candidate, Optional<ServiceUrgency> urgency) {
    if (!urgency.isPresent()) {
      return Optional.of(new Verdict(candidate, urgency, ServiceChoice.BELOW_MINIMUM, () -> belowMinimum(candidate)));
    }
    long until = restsUntil.applyAsLong(candidate);
    if (until > now) {
      return Optional.of(verdict(candidate, urgency.get(), ServiceChoice.RESTING, () -> " But compacting it lately"
          + " removed less than half of what was expected: it rests until " + Instant.ofEpochMilli(until) + '.'));
    }
    long own = Math.max(1, candidate.readBytes() - candidate.collateralBytes());
    if (urgency.get() != ServiceUrgency.OVERDUE && candidate.collateralBytes() / own >= MAX_COLLATERAL) {
      return Optional.of(verdict(candidate, urgency.get(), ServiceChoice.TOO_DEAR, () -> " But of "
          + Words.bytes(candidate.readBytes()) + " that would be read " + Words.bytes(candidate.collateralBytes())
          + " lie outside of it, more than " + MAX_COLLATERAL + " times its own."));
    }
    long most = RoundBudget.left(settings.dailyBytes(), Collections.emptyList(), now).of(urgency.get());
    return candidate.writeBytes() <= most ? Optional.empty()
        : Optional.of(verdict(candidate, urgency.get(), ServiceChoice.TOO_DEAR, () -> " But it would write "
        + Words.bytes(candidate.writeBytes()) + ", more than a whole day has for what is " + urgency.get() + ", "
        + Words.bytes(most) + ": raise " + ServiceConfig.DAILY_BYTES + ", or trigger a job for it."));
  }

  private String belowMinimum(Candidate candidate) {
    if (candidate.isInMemory()) {
      return "Its up to " + Words.count(candidate.tombstones()) + " tombstones in memory are left to RocksDB, which"
          + " writes them to disk by itself, unless they are " + Words.count(settings.minTombstones())
          + " or more and a list waits " + Words.time(settings.hurtingMicros()) + " there; "
          + (candidate.seekMicros().isPresent() ? "it waits " + Words.time(candidate.seekMicros().getAsLong())
          : "none was measured") + '.';
    }
    return "Its " + Words.count(candidate.tombstones()) + " tombstones are fewer than the minimum of "
        + Words.count(settings.minTombstones()) + ", " + (candidate.seekMicros().isPresent()
        ? "a list waits " + Words.time(candidate.seekMicros().getAsLong()) + " there" : "no list was measured")
        + (settings.maxAgeMillis() > 0 ? ", and they are not known to be older than " + days(settings.maxAgeMillis())
        : "") + '.';
  }

  private Verdict verdict(Candidate candidate, ServiceUrgency urgency, ServiceChoice choice, Supplier<String> but) {
    return new Verdict(candidate, Optional.of(urgency), choice, () -> reason(candidate, urgency) + but.get());
  }

  private String reason(Candidate candidate, ServiceUrgency urgency) {
    String tombstones = Words.count(candidate.tombstones()) + " tombstones";
    switch (urgency) {
      case OVERDUE:
        return "Its " + tombstones + " may be there since "
            + Instant.ofEpochMilli(candidate.oldestMillis().getAsLong()) + ", longer than "
            + days(settings.maxAgeMillis()) + '.';
      case HURTING:
        return "A list waits " + Words.time(candidate.seekMicros().getAsLong()) + " there, "
            + Words.time(settings.hurtingMicros()) + " is too long. " + (candidate.isInMemory() ? "Up to " + tombstones
            + " are in memory: a round writes them to an SST file first." : "It holds up to " + tombstones + '.');
      default:
        return "Its " + tombstones + " reach the minimum of " + Words.count(settings.minTombstones()) + '.';
    }
  }

  private static String days(long millis) {
    long hours = millis / 3_600_000;
    return hours % 24 == 0 ? hours / 24 + " days" : hours + " hours";
  }
}
