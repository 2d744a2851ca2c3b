// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.FileAges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;

/**
 * Decides what to compact in rounds, and for requests without buckets, key ranges or thresholds. Thread-safe.
 */
public final class WorthCompacting {
  /**
   * An old dense run of tombstones is compacted from this many on. A list passes fewer in less than 1 ms, however old
   * they are, and every bucket may have some.
   */
  public static final long MIN_TOMBSTONES = 1_000;
  /** Maximum number of dense runs of tombstones whose age is looked up; these are the runs with the most tombstones. */
  private static final int MAX_RUNS = 200;
  private static final Duration TIME = Duration.ofSeconds(1);

  private final SlowPlaces slowPlaces;
  private final FileAges ages = new FileAges();
  private final Clock clock;
  /** Time limit for each of two measurements: finding slow places, and opening files to see their age. */
  private final Duration time;
  private volatile long maxAgeMillis;

  /** {@code slowPlaces} is shared by everything that asks where a list is slow. */
  public WorthCompacting(SlowPlaces slowPlaces, Clock clock) {
    this(slowPlaces, clock, TIME);
  }

  /** @param time time limit for each of the measurements; the next plan continues them */
  public WorthCompacting(SlowPlaces slowPlaces, Clock clock, Duration time) {
    this.slowPlaces = slowPlaces;
    this.clock = clock;
    this.time = time;
  }

  /** A rule that uses only the thresholds for tombstones and tombstone ratio, and measures nothing. */
  public static WorthCompacting byMinima() {
    return new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ZERO);
  }

  /** Applies settings; possible at any time while the OM runs. */
  public void use(ServiceConfig settings) {
    slowPlaces.use(WaitLimit.of(settings.getHurtingSeek().toNanos() / 1_000.0));
    maxAgeMillis = settings.getMaxAge().toMillis();
  }

  /** Milliseconds after which tombstones should have been compacted; 0 for no age limit. */
  public long maxAgeMillis() {
    return maxAgeMillis;
  }

  /** True if looks come to an end; false if this rule gives them no time. */
  public boolean looks() {
    return !time.isZero();
  }

  /** Looks for places among the targets, for a limited time. The next call goes on where this one ended. */
  TargetPlaces look(NodeStatistics targets) throws DatabaseUnavailableException {
    return new TargetPlaces(targets, slowPlaces.find(targets.snapshot(), targets.tables(), Deadline.within(time)));
  }

  /**
   * Finds out which places a compaction makes faster, and how old the tombstones of dense runs are. {@code tables} are
   * all runs within the targets, none if only slow places are asked for; the {@code flushed} tables are flushed before
   * the compaction.
   */
  MeasuredRuns measure(NodeStatistics statistics, TargetPlaces places, Collection<RunTargets> tables,
      Collection<String> flushed) {
    MeasuredRuns measured = new MeasuredRuns(places, maxAgeMillis == 0 ? 0 : clock.millis() - maxAgeMillis);
    for (Place place : places.slow()) {
      if (flushed.contains(place.table()) || slowPlaces.limit().isEasedByCompaction(place.dead())) {
        measured.addEased(place.keys());
      }
    }
    measureRuns(statistics, tables, measured);
    return measured;
  }

  /**
   * Returns what {@code part} of a job takes of one table: its dense runs that have been measured, and reach the
   * thresholds or are old; and the keys that are slow to list. Runs that are slow to list belong to
   * {@link JobPart#WAITS}, all other runs to {@link JobPart#OTHERS}.
   */
  static RunTargets choose(RunTargets runs, String table, JobPart part, MeasuredRuns measured) {
    return runs.choose(run -> (measured.isEnough(run) || measured.isOld(run.span()))
        && (part == JobPart.ALL || measured.isEased(run.span()) == (part == JobPart.WAITS)),
        part == JobPart.OTHERS ? Collections.emptyList() : measured.eased(table));
  }

  private void measureRuns(NodeStatistics statistics, Collection<RunTargets> tables, MeasuredRuns measured) {
    List<SpanStatistics> worst = new ArrayList<>();
    for (RunTargets table : tables) {
      table.qualifying().forEach(measured::addEnough);
      List<SpanStatistics> runs = table.ofAtLeast(MIN_TOMBSTONES);
      if (!table.all().all().isEmpty()) {
        measured.addRuns(table.all().all().get(0).span().table(), table.all());
      }
      worst.addAll(runs);
    }
    worst.sort(Comparator.comparingLong(SpanStatistics::mostTombstones).reversed());
    Deadline forFiles = Deadline.within(time);
    for (SpanStatistics run : worst.subList(0, Math.min(worst.size(), MAX_RUNS))) {
      ages.oldestMillis(statistics.snapshot().database(), written(run), forFiles::isOver)
          .ifPresent(millis -> measured.addOldest(run, millis));
    }
  }

  /** The files of a run that exist. */
  private static List<SstFile> written(SpanStatistics run) {
    return run.files().stream().filter(file -> !AfterFlush.isExpected(file)).collect(Collectors.toList());
  }

  List<Place> waitingForFlush(TargetPlaces places) {
    return places.slow().stream().filter(this::needsFlush).collect(Collectors.toList());
  }

  /** True if a slow place stays slow unless its table is flushed before a compaction. */
  public boolean needsFlush(Place place) {
    return slowPlaces.limit().needsFlush(place.dead());
  }

  public SlowPlaces slowPlaces() {
    return slowPlaces;
  }
}
