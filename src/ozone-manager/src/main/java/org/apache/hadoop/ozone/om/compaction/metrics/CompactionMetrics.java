// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.PlannerTimes;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;
import org.apache.hadoop.ozone.om.compaction.turn.TurnWait;

/**
 * Hadoop metrics of range compaction on this OM; on {@code /prom} as {@code range_compaction_*}. Counters begin at 0
 * when the OM starts, and include a running turn.
 */
public final class CompactionMetrics implements MetricsSource {
  private static final Supplier<TurnFigures> NO_TURN = () -> null;
  private static final Set<TurnState> ENDS = EnumSet.of(TurnState.TURN_SUCCEEDED, TurnState.TURN_FAILED,
      TurnState.TURN_CANCELLED, TurnState.TURN_EXPIRED, TurnState.TURN_SKIPPED);
  private static final Set<WaitReason> REASONS =
      EnumSet.complementOf(EnumSet.of(WaitReason.WAIT_NONE, WaitReason.UNRECOGNIZED));

  private final Map<TurnState, LongAdder> turns = new EnumMap<>(TurnState.class);
  private final LongAdder refused = new LongAdder();
  private final LongAdder ranges = new LongAdder();
  private final LongAdder readBytes = new LongAdder();
  private final LongAdder writeBytes = new LongAdder();
  private final LongAdder checkReadBytes = new LongAdder();
  private final LongAdder tombstones = new LongAdder();
  private final Map<WaitReason, Long> waitedMillis = new EnumMap<>(WaitReason.class);
  private volatile Supplier<Collection<JobRecord>> jobs = Collections::emptyList;
  private volatile IntSupplier openJobs = () -> 0;
  private volatile Supplier<Collection<TurnWait>> leaderWaits = Collections::emptyList;
  private volatile PlannerTimes statisticsTimes = new PlannerTimes();
  private volatile PlannerTimes planTimes = new PlannerTimes();
  private volatile IntSupplier corruptFiles = () -> 0;
  private Supplier<TurnFigures> running = NO_TURN;
  private TurnFigures earlier = TurnFigures.getDefaultInstance();

  public CompactionMetrics() {
    ENDS.forEach(state -> turns.put(state, new LongAdder()));
  }

  /**
   * Sets the sources of further metrics, which are read whenever metrics are collected.
   *
   * @param open           the number of known jobs that have not ended
   * @param waitsOfLeading what keeps jobs from their next turn; empty while this OM does not lead
   */
  public void watch(Supplier<Collection<JobRecord>> known, IntSupplier open,
      Supplier<Collection<TurnWait>> waitsOfLeading,
      NodePlanner planner) {
    this.jobs = known;
    this.openJobs = open;
    this.leaderWaits = waitsOfLeading;
    this.statisticsTimes = planner.statisticsTimes();
    this.planTimes = planner.planTimes();
    this.corruptFiles = () -> planner.corruptFiles().size();
  }

  /** Counts a request that was refused before it entered the log. */
  public void requestRefused() {
    refused.increment();
  }

  /** Adds the given milliseconds to the time that turns of this OM have waited, which is counted for each reason. */
  public synchronized void waited(WaitReason reason, long millis) {
    waitedMillis.merge(reason, millis, Long::sum);
  }

  /**
   * Begins to include a turn's figures in the counters.
   *
   * @param figures the present figures of the turn
   * @param before  the turn's figures from before a recall or restart, which the counters leave out
   */
  public synchronized void turnBegan(Supplier<TurnFigures> figures, TurnFigures before) {
    running = figures;
    earlier = before;
  }

  /** Counts a turn of this OM that has ended, whoever has ended it, and even if it never ran. Takes no lock. */
  public void turnEnded(TurnState state) {
    LongAdder count = turns.get(state);
    if (count != null) {
      count.increment();
    }
  }

  /** Adds to the counters the figures of a turn that does not run any more, whether it has ended or waits again. */
  public synchronized void turnStopped(TurnFigures figures) {
    ranges.add(since(figures, TurnFigures::getRangesDone));
    readBytes.add(since(figures, TurnFigures::getReadBytes));
    writeBytes.add(since(figures, TurnFigures::getWriteBytes));
    checkReadBytes.add(since(figures, TurnFigures::getCheckReadBytes));
    tombstones.add(since(figures, Recorded::tombstonesRemoved));
    // Changed under the same lock as the sums above, because getMetrics adds the running turn's figures to these sums.
    running = NO_TURN;
    earlier = TurnFigures.getDefaultInstance();
  }

  private long since(TurnFigures figures, ToLongFunction<TurnFigures> count) {
    return Math.max(0, count.applyAsLong(figures) - count.applyAsLong(earlier));
  }

  @Override
  public synchronized void getMetrics(MetricsCollector collector, boolean all) {
    TurnFigures live = running.get();
    TurnFigures now = live == null ? TurnFigures.getDefaultInstance() : live;
    MetricsRecordBuilder record = collector.addRecord(MetricsSources.RECORD)
        .addGauge(info("OpenJobs", "Jobs of the ring that have not ended"), openJobs.getAsInt())
        .addGauge(info("TurnRunning", "1 while this OM compacts or waits to"), live == null ? 0 : 1)
        .addGauge(info("TurnRangesTotal", "Ranges that the running turn has planned"), now.getRangesTotal())
        .addGauge(info("TurnRangesDone", "Ranges that the running turn has compacted"), now.getRangesDone())
        .addGauge(info("CorruptFiles", "SST files whose checksums have failed; ranges that need one are left"),
            corruptFiles.getAsInt())
        .addCounter(info("RequestsRefused", "Requests that were not let into the log"), refused.sum())
        .addCounter(info("RangesCompacted", "Ranges compacted here"),
            ranges.sum() + since(now, TurnFigures::getRangesDone))
        .addCounter(info("ReadBytes", "Bytes that these compactions read"),
            readBytes.sum() + since(now, TurnFigures::getReadBytes))
        .addCounter(info("WriteBytes", "Bytes that these compactions wrote"),
            writeBytes.sum() + since(now, TurnFigures::getWriteBytes))
        .addCounter(info("CheckReadBytes", "Bytes read besides, to count and to verify checksums"),
            checkReadBytes.sum() + since(now, TurnFigures::getCheckReadBytes))
        .addCounter(info("TombstonesRemoved", "Tombstones that they removed"),
            tombstones.sum() + since(now, Recorded::tombstonesRemoved))
        .addCounter(info("WaitedMillis", "Time that turns stood back"),
            waitedMillis.values().stream().mapToLong(Long::longValue).sum())
        .addCounter(info("Statistics", "How often tombstones were counted, for lists and readings"),
            statisticsTimes.count())
        .addCounter(info("StatisticsMillis", "Time that this took, with scans"), statisticsTimes.millis())
        .addCounter(info("Plans", "Plans made, for previews and turns"), planTimes.count())
        .addCounter(info("PlanMillis", "Time that this took, with scans"), planTimes.millis());
    ENDS.forEach(state -> record.addCounter(info("Turns" + camel(state), "Turns here that ended so"),
        turns.get(state).sum()));
    addJobs(collector, jobs.get());
    addWaits(collector, now.getAtWork() ? WaitReason.WAIT_NONE : now.getWaitReason());
  }

  private static void addJobs(MetricsCollector collector, Collection<JobRecord> known) {
    Map<JobState, Long> byState = known.stream()
        .collect(Collectors.groupingBy(JobRecord::getState, Collectors.counting()));
    for (JobState state : JobState.values()) {
      if (state.name().startsWith("JOB_") && state.ordinal() > 0) {
        collector.addRecord(MetricsSources.RECORD).tag(info("state", "How jobs stand"), Recorded.name(state))
            .addGauge(info("Jobs", "Jobs of the ring that are known and stand so"), byState.getOrDefault(state, 0L));
      }
    }
  }

  /** Adds one record for each reason to wait. {@code ofTurn} is the reason for which the running turn waits now. */
  private void addWaits(MetricsCollector collector, WaitReason ofTurn) {
    Collection<TurnWait> ofLeader = leaderWaits.get();
    for (WaitReason reason : REASONS) {
      collector.addRecord(MetricsSources.RECORD).tag(info("reason", "What is waited for"), Recorded.name(reason))
          .addCounter(info("WaitMillis", "Time that turns stood back for it"), waitedMillis.getOrDefault(reason, 0L))
          .addGauge(info("WaitingJobs", "Jobs that wait for it now, with their turn here or for this OM as the leader"),
              ofLeader.stream().filter(wait -> wait.getReason() == reason).count()
                  + (ofTurn == reason ? 1 : 0));
    }
  }

  private static String camel(TurnState state) {
    String name = Recorded.name(state);
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
