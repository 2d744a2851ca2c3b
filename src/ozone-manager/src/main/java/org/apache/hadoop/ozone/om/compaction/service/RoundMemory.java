// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PastRounds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WrittenBytes;

/**
 * Remembers what past rounds wrote: the ring deletes old records, so each round carries the sums of those before it.
 */
final class RoundMemory {
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
  /** Time for which the history is kept. Six hours more than a day, because clocks of two leaders may differ. */
  private static final long KEPT_MILLIS = RoundBudget.DAY_MILLIS + 6 * HOUR_MILLIS;

  private RoundMemory() {
  }

  /**
   * Returns what past rounds wrote, oldest first, as {@code rounds} are. Older ones come from the last one's history,
   * where one element stands for all rounds of an hour. {@code now} is in milliseconds since 1970.
   */
  static List<PastRound> of(List<JobRecord> rounds, long now) {
    RoundHistory carried = last(rounds).map(last -> last.getSpec().getRound().getHistory())
        .orElse(RoundHistory.getDefaultInstance());
    List<PastRound> past = carried.getRoundsList().stream().map(RoundMemory::read).collect(Collectors.toList());
    past.addAll(PastRound.of(rounds.stream().filter(round -> round.getCreatedIndex() > carried.getUntilIndex())
        .collect(Collectors.toList()), now));
    return past;
  }

  /** The history for the next round; the arguments are as for {@link #of}. */
  static RoundHistory carried(List<JobRecord> rounds, long now) {
    Map<Long, List<PastRound>> byHour = of(rounds, now).stream()
        .filter(round -> round.lastMillis() > now - KEPT_MILLIS)
        .collect(Collectors.groupingBy(round -> round.lastMillis() / HOUR_MILLIS, TreeMap::new, Collectors.toList()));
    return RoundHistory.newBuilder()
        .addAllRounds(byHour.values().stream().map(RoundMemory::sum).collect(Collectors.toList()))
        .setUntilIndex(last(rounds).map(JobRecord::getCreatedIndex).orElse(0L)).build();
  }

  /** The last of rounds that are oldest first. */
  static Optional<JobRecord> last(List<JobRecord> rounds) {
    return rounds.isEmpty() ? Optional.empty() : Optional.of(rounds.get(rounds.size() - 1));
  }

  /** Returns the sums of the bytes that some rounds wrote on each OM, and the time of the latest of these. */
  private static PastRounds sum(List<PastRound> rounds) {
    PastRounds.Builder sum = PastRounds.newBuilder()
        .setLastMs(rounds.stream().mapToLong(PastRound::lastMillis).max().orElse(0));
    rounds.stream().flatMap(round -> round.nodes().stream()).distinct().forEach(node -> sum.addWritten(
        WrittenBytes.newBuilder().setNodeId(node).setBytes(rounds.stream().mapToLong(round -> round.bytes(node)).sum())
            .setForWaits(rounds.stream().mapToLong(round -> round.bytesForWaits(node)).sum())));
    return sum.build();
  }

  private static PastRound read(PastRounds rounds) {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, Long> forWaits = new HashMap<>();
    rounds.getWrittenList().forEach(written -> {
      bytes.merge(written.getNodeId(), written.getBytes(), Long::sum);
      forWaits.merge(written.getNodeId(), written.getForWaits(), Long::sum);
    });
    return new PastRound(rounds.getLastMs(), bytes, forWaits, PastRound.Outcome.UNKNOWN);
  }
}
