// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Finds where in some keys a list waits longest, with few seeks. */
public final class SlowestInside {
  /** Live keys to pass in a run before its slowest place is taken as found: a scan tells runs that finely. */
  private static final int STEPS = 1_024;
  private static final int MAX_STARTS = 6;

  private final LsmSnapshot snapshot;
  private final SeekCache seeks;
  private final BooleanSupplier over;

  /** @param over true once there is no time for another seek */
  public SlowestInside(LsmSnapshot snapshot, SeekCache seeks, BooleanSupplier over) {
    this.snapshot = snapshot;
    this.seeks = seeks;
    this.over = over;
  }

  /** The slowest of some places: the begin, and those where its files with most tombstones begin. */
  public SeekProbe.Seek of(SpanStatistics keys) throws DatabaseUnavailableException {
    SeekCache.OfTable known = seeks.in(snapshot, keys.span().table());
    SeekProbe.Seek slowest = known.slowestFrom(keys.span().begin(), STEPS);
    for (byte[] start : starts(keys)) {
      if (!over.getAsBoolean() && !passes(slowest, start)) {
        SeekProbe.Seek seek = known.slowestFrom(start, STEPS);
        slowest = seek.micros() > slowest.micros() ? seek : slowest;
      }
    }
    return slowest;
  }

  /** Whether a key lies among the tombstones that a seek passes: from there on they are fewer. */
  private static boolean passes(SeekProbe.Seek seek, byte[] key) {
    return Keys.compare(seek.from(), key) <= 0
        && (seek.landing() == null || Keys.compare(key, seek.landing()) < 0);
  }

  /** Behind the begin. */
  private static List<byte[]> starts(SpanStatistics keys) {
    return keys.files().stream().filter(file -> file.tombstones() > 0)
        .filter(file -> Keys.compare(keys.span().begin(), file.smallestKey()) < 0)
        .sorted(Comparator.comparingLong(SstFile::tombstones).reversed()).limit(MAX_STARTS)
        .map(SstFile::smallestKey).collect(Collectors.toList());
  }
}
