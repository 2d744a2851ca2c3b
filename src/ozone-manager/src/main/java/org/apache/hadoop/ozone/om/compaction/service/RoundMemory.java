// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PastRounds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WrittenBytes;

/**
 * The past rounds that still count: for the bytes of a day, and for how long keys rest. Records of rounds are kept by
 * number, and a short interval has more rounds in a day than that. So each round carries what its leader knew of all
 * rounds before it, summed up by the hour, and the record of the last round is enough. Pure.
 */
final class RoundMemory {
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
  /** Keys that rest for the longest time, and are tried in the two weeks after it, rest as long again. */
  private static final long KEYS_MILLIS = 3 * Rests.LONGEST_MILLIS;
  /** Of keys that a round carries, as many as it may have as its targets. */
  private static final int MAX_KEYS_BYTES = RoundSpec.MAX_TARGET_BYTES;
  /** What surrounds the keys of a range in a message, at most. */
  private static final int RANGE_BYTES = 16;

  private RoundMemory() {
  }

  /**
   * Oldest first; the last round by itself, others may be summed up.
   *
   * @param jobs oldest first
   * @param now  milliseconds since 1970
   */
  static List<PastRound> of(Collection<JobRecord> jobs, long now) {
    RoundHistory carried = rounds(jobs).stream().reduce((first, second) -> second)
        .map(last -> last.getSpec().getRound().getHistory()).orElse(RoundHistory.getDefaultInstance());
    List<PastRound> past = carried.getRoundsList().stream().map(RoundMemory::read).collect(Collectors.toList());
    past.addAll(PastRound.of(jobs.stream().filter(job -> job.getCreatedIndex() > carried.getUntilIndex())
        .collect(Collectors.toList()), now));
    return past;
  }

  /**
   * What the next round has to carry.
   *
   * @param jobs oldest first
   * @param now  milliseconds since 1970
   */
  static RoundHistory carried(Collection<JobRecord> jobs, long now) {
    return RoundHistory.newBuilder()
        .addAllRounds(sums(of(jobs, now), now).stream().map(RoundMemory::write).collect(Collectors.toList()))
        .setUntilIndex(rounds(jobs).stream().mapToLong(JobRecord::getCreatedIndex).max().orElse(0)).build();
  }

  private static List<JobRecord> rounds(Collection<JobRecord> jobs) {
    return jobs.stream().filter(job -> job.getSpec().hasRound()).collect(Collectors.toList());
  }

  /** By hour and kind, without those that do not count any more. */
  private static List<PastRound> sums(List<PastRound> past, long now) {
    Map<PastRound, List<TableKeys>> keys = keysWithoutGain(past, now);
    Map<List<Object>, List<PastRound>> byHour = past.stream().collect(Collectors.groupingBy(
        round -> Arrays.asList(round.lastMillis() / HOUR_MILLIS, round.isForOverdue()), LinkedHashMap::new,
        Collectors.toList()));
    return byHour.values().stream().map(rounds -> sum(rounds, keys, now))
        .filter(sum -> !sum.bytesByNode().isEmpty() || !sum.keysWithoutGain().isEmpty())
        .sorted(Comparator.comparingLong(PastRound::lastMillis)).collect(Collectors.toList());
  }

  private static PastRound sum(List<PastRound> rounds, Map<PastRound, List<TableKeys>> keys, long now) {
    Map<String, Long> bytes = new HashMap<>();
    List<TableKeys> withoutGain = new ArrayList<>();
    for (PastRound round : rounds) {
      if (round.lastMillis() > now - RoundBudget.DAY_MILLIS) {
        round.bytesByNode().forEach((node, written) -> bytes.merge(node, written, Long::sum));
      }
      withoutGain.addAll(keys.getOrDefault(round, Collections.emptyList()));
    }
    long last = rounds.stream().mapToLong(PastRound::lastMillis).max().orElse(0);
    return sum(last, rounds.get(0).isForOverdue(), bytes, withoutGain);
  }

  private static PastRound sum(long last, boolean overdue, Map<String, Long> bytes, List<TableKeys> withoutGain) {
    return new PastRound(last, bytes, overdue, withoutGain.isEmpty() ? PastRound.Gain.UNKNOWN : PastRound.Gain.NONE,
        withoutGain, Collections.emptyList());
  }

  /** Those that {@link Rests} asks for: the last two times of each. Where there is no room, what rests longest. */
  private static Map<PastRound, List<TableKeys>> keysWithoutGain(List<PastRound> past, long now) {
    Rests rests = Rests.after(past);
    List<Fruitless> newestFirst = new ArrayList<>();
    for (int i = past.size() - 1; i >= 0; i--) {
      PastRound round = past.get(i);
      for (TableKeys keys : round.keysWithoutGain()) {
        if (round.lastMillis() > now - KEYS_MILLIS
            && newestFirst.stream().filter(later -> later.keys.holds(keys)).count() < 2) {
          newestFirst.add(new Fruitless(round, keys, rests.until(keys)));
        }
      }
    }
    newestFirst.sort(Comparator.comparingLong((Fruitless each) -> each.until).reversed());
    Map<PastRound, List<TableKeys>> kept = new HashMap<>();
    int bytes = 0;
    for (Fruitless each : newestFirst) {
      bytes += each.bytes();
      if (bytes > MAX_KEYS_BYTES) {
        break;
      }
      kept.computeIfAbsent(each.round, any -> new ArrayList<>()).add(each.keys);
    }
    return kept;
  }

  /** Keys of a round that had no gain there. */
  private static final class Fruitless {
    private final PastRound round;
    private final TableKeys keys;
    private final long until;

    Fruitless(PastRound round, TableKeys keys, long until) {
      this.round = round;
      this.keys = keys;
      this.until = until;
    }

    int bytes() {
      return keys.table().length() + keys.range().begin().length + keys.range().lastKey().length + RANGE_BYTES;
    }
  }

  private static PastRound read(PastRounds rounds) {
    Map<String, Long> bytes = new HashMap<>();
    rounds.getWrittenList().forEach(written -> bytes.merge(written.getNodeId(), written.getBytes(), Long::sum));
    return sum(rounds.getLastMs(), rounds.getOverdue(), bytes,
        rounds.getWithoutGainList().stream().map(TableKeys::of).collect(Collectors.toList()));
  }

  private static PastRounds write(PastRound sum) {
    PastRounds.Builder rounds = PastRounds.newBuilder().setLastMs(sum.lastMillis()).setOverdue(sum.isForOverdue());
    sum.bytesByNode().forEach((node, bytes) ->
        rounds.addWritten(WrittenBytes.newBuilder().setNodeId(node).setBytes(bytes)));
    sum.keysWithoutGain().forEach(keys -> rounds.addWithoutGain(keys.message()));
    return rounds.build();
  }
}
