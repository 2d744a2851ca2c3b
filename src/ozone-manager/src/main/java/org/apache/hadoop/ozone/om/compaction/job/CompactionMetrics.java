// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/**
 * This OM's share of range compaction in Hadoop metrics: on {@code /jmx}, and on {@code /prom} as
 * {@code range_compaction_*}. Counters count from the start of the OM; the figures of a running turn are in them too.
 */
public final class CompactionMetrics implements MetricsSource, AutoCloseable {
  private static final String NAME = "RangeCompaction";
  private static final Supplier<TurnFigures> NO_TURN = () -> null;

  private final Map<TurnState, LongAdder> turns = new EnumMap<>(TurnState.class);
  private final LongAdder refused = new LongAdder();
  private final LongAdder ranges = new LongAdder();
  private final LongAdder readBytes = new LongAdder();
  private final LongAdder writeBytes = new LongAdder();
  private final LongAdder tombstones = new LongAdder();
  private final LongAdder waitedMillis = new LongAdder();
  private volatile IntSupplier openJobs = () -> 0;
  private Supplier<TurnFigures> running = NO_TURN;
  private TurnFigures earlier = TurnFigures.getDefaultInstance();

  public CompactionMetrics() {
    for (TurnState state : TurnState.values()) {
      if (Transitions.ended(state) && state.name().startsWith("TURN_") && state.ordinal() > 0) {
        turns.put(state, new LongAdder());
      }
    }
  }

  /**
   * Makes the source visible.
   *
   * @param jobsThatHaveNotEnded asked whenever metrics are collected
   */
  public void register(IntSupplier jobsThatHaveNotEnded) {
    this.openJobs = jobsThatHaveNotEnded;
    DefaultMetricsSystem.instance().register(NAME, "Range compaction in this OM", this);
  }

  /** Counts a request that was not let in. */
  public void requestRefused() {
    refused.increment();
  }

  /**
   * @param figures of the turn that runs here from now on, asked whenever metrics are collected
   * @param before  what the figures begin with: done before the OM was restarted, and so before these counters
   */
  synchronized void turnBegan(Supplier<TurnFigures> figures, TurnFigures before) {
    running = figures;
    earlier = before;
  }

  /** Ends the turn that runs, if one does, in one step: no counter ever falls. */
  synchronized void turnEnded(TurnState state, TurnFigures figures) {
    turns.get(state).increment();
    turnStopped(figures);
  }

  /** The same for a turn that has not ended but waits again. */
  synchronized void turnStopped(TurnFigures figures) {
    ranges.add(since(figures, TurnFigures::getRangesDone));
    readBytes.add(since(figures, TurnFigures::getReadBytes));
    writeBytes.add(since(figures, TurnFigures::getWriteBytes));
    tombstones.add(since(figures, CompactionMetrics::removed));
    waitedMillis.add(since(figures, TurnFigures::getWaitedMs));
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
    MetricsRecordBuilder record = collector.addRecord(NAME)
        .addGauge(info("OpenJobs", "Jobs of the ring that have not ended"), openJobs.getAsInt())
        .addGauge(info("TurnRunning", "1 while this OM compacts or waits to"), live == null ? 0 : 1)
        .addGauge(info("TurnRangesTotal", "Ranges that the running turn has planned"), now.getRangesTotal())
        .addGauge(info("TurnRangesDone", "Ranges that the running turn has compacted"), now.getRangesDone())
        .addCounter(info("RequestsRefused", "Requests that were not let into the log"), refused.sum())
        .addCounter(info("RangesCompacted", "Ranges compacted here"),
            ranges.sum() + since(now, TurnFigures::getRangesDone))
        .addCounter(info("ReadBytes", "Bytes that these compactions read"),
            readBytes.sum() + since(now, TurnFigures::getReadBytes))
        .addCounter(info("WriteBytes", "Bytes that these compactions wrote"),
            writeBytes.sum() + since(now, TurnFigures::getWriteBytes))
        .addCounter(info("TombstonesRemoved", "Tombstones that they removed"),
            tombstones.sum() + since(now, CompactionMetrics::removed))
        .addCounter(info("WaitedMillis", "Time that turns stood back"),
            waitedMillis.sum() + since(now, TurnFigures::getWaitedMs));
    turns.forEach((state, count) -> record.addCounter(info("Turns" + camel(state), "Turns here that ended so"),
        count.sum()));
  }

  private static long removed(TurnFigures figures) {
    return figures.getRangesDone() == 0 ? 0 : Math.max(0, figures.getTombstonesBefore() - figures.getTombstonesAfter());
  }

  private static String camel(TurnState state) {
    String name = state.name().substring("TURN_".length());
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private static MetricsInfo info(String name, String description) {
    return Interns.info(name, description);
  }

  @Override
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(NAME);
  }
}
