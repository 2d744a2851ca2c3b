// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.FileAges;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.seek.SlowestInside;

/**
 * The one rule for what is worth compacting where nobody names it: a run that reaches the minima of tombstones and
 * ratio; or one where a list waits too long; or one with tombstones that may be too old. Measured is what files do not
 * tell, for the runs with most tombstones and in a bounded time. Thread-safe.
 */
public final class WorthCompacting {
  /** Fewer are nobody's trouble, however old, and make no list slow: a seek passes one in 0.3 to 0.9 us. */
  public static final long MIN_TOMBSTONES = QueryRules.FEW_TOMBSTONES;
  /** As {@code service.hurting.seek}: with seeks of 2 ms all is well, with 20 ms it is not (ozone#8029). */
  private static final long DEFAULT_WAIT_MICROS = 5_000;
  private static final int MAX_RUNS = 200;
  /** To begin with another seek, which takes up to some tenths of a second; and as long to open another file. */
  private static final Duration TIME = Duration.ofSeconds(1);

  private final SeekCache seeks;
  private final FileAges ages = new FileAges();
  private final Clock clock;
  private final int maxRuns;
  private volatile long waitMicros = DEFAULT_WAIT_MICROS;
  private volatile long maxAgeMillis;

  /**
   * @param seeks shared with all who measure some
   * @param clock by which files are old
   */
  public WorthCompacting(SeekCache seeks, Clock clock) {
    this(seeks, clock, MAX_RUNS);
  }

  private WorthCompacting(SeekCache seeks, Clock clock, int maxRuns) {
    this.seeks = seeks;
    this.clock = clock;
    this.maxRuns = maxRuns;
  }

  /** The minima alone: nothing is measured, so that a plan follows from the metadata of files. */
  public static WorthCompacting byMinima() {
    return new WorthCompacting(new SeekCache(), Clock.systemUTC(), 0);
  }

  /** Takes up settings, which may change while the OM runs. */
  public void use(ServiceConfig settings) {
    waitMicros = settings.getHurtingSeek().toNanos() / 1_000;
    maxAgeMillis = settings.getMaxAge().toMillis();
  }

  /** Microseconds: a list that waits so long is too slow. */
  public long waitMicros() {
    return waitMicros;
  }

  /** Milliseconds that tombstones should not become older than; 0 for no such limit. */
  public long maxAgeMillis() {
    return maxAgeMillis;
  }

  /**
   * @param tables  with all runs that are meant
   * @param flushed where a list waited until a flush
   */
  MeasuredRuns measure(LsmSnapshot snapshot, Collection<RunTargets> tables, Collection<InMemory> flushed)
      throws DatabaseUnavailableException {
    MeasuredRuns measured = new MeasuredRuns(waitMicros, maxAgeMillis == 0 ? 0 : clock.millis() - maxAgeMillis);
    List<SpanStatistics> worst = new ArrayList<>();
    for (RunTargets table : tables) {
      table.qualifying().forEach(measured::addEnough);
      worst.addAll(table.ofAtLeast(MIN_TOMBSTONES));
    }
    worst.stream().filter(run -> flushed.stream().anyMatch(bucket -> bucket.waitsIn(run)))
        .forEach(measured::addFlushed);
    worst.sort(Comparator.comparingLong(SpanStatistics::mostTombstones).reversed());
    worst.subList(Math.min(worst.size(), maxRuns), worst.size()).clear();
    BooleanSupplier over = within(TIME);
    SlowestInside slowest = new SlowestInside(snapshot, seeks, over);
    for (SpanStatistics run : worst) {
      if (!over.getAsBoolean()) {
        measured.seek(run, seek(slowest, run));
      }
    }
    BooleanSupplier overForFiles = within(TIME);
    for (SpanStatistics run : worst) {
      ages.oldestMillis(snapshot.database(), run.files(), overForFiles)
          .ifPresent(millis -> measured.oldest(run, millis));
    }
    return measured;
  }

  /** Buckets with more than a few tombstones in memory, where no range reaches them, with the waits there. */
  public List<InMemory> inMemory(NodeStatistics statistics) throws DatabaseUnavailableException {
    return InMemory.find(statistics, seeks, within(TIME));
  }

  /** Whether a list waits too long for a bucket's tombstones in memory. */
  public boolean isWorthAFlush(InMemory bucket) {
    return bucket.waits(waitMicros);
  }

  /** Null where it cannot be read: whether that can be compacted is for those to say who are about to do it. */
  static SeekProbe.Seek seek(SlowestInside slowest, SpanStatistics keys) throws DatabaseUnavailableException {
    try {
      return slowest.of(keys);
    } catch (DatabaseFaultException e) {
      return null;
    }
  }

  private static BooleanSupplier within(Duration time) {
    long begun = System.nanoTime();
    return () -> System.nanoTime() - begun > time.toNanos();
  }
}
