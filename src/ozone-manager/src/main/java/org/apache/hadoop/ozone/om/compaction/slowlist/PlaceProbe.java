// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.seek.SlowestInside;
import org.apache.hadoop.ozone.om.compaction.seek.TableHead;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/**
 * Measures where lists of some spans wait, and says why, within a bounded time for all of them together. A list waits
 * at its first key, wherever it comes to a run, and at its end, where it goes on into what lies behind.
 */
public final class PlaceProbe {
  private final NodeStatistics statistics;
  private final SeekCache seeks;
  private final Map<String, SeekCache.OfTable> tables = new HashMap<>();
  private final SlowestInside slowestInside;
  private final long slowMicros;
  private final long until;

  /**
   * @param slowMicros microseconds: a list that waits so long is slow
   * @param time for all that is asked for
   */
  public PlaceProbe(NodeStatistics statistics, SeekCache seeks, long slowMicros, Duration time) {
    this.statistics = statistics;
    this.seeks = seeks;
    this.slowMicros = slowMicros;
    this.until = System.nanoTime() + time.toNanos();
    this.slowestInside = new SlowestInside(statistics.snapshot(), seeks, this::isOver);
  }

  private SeekCache.OfTable seeks(String table) {
    return tables.computeIfAbsent(table, name -> seeks.in(statistics.snapshot(), name));
  }

  private boolean isOver() {
    return System.nanoTime() - until >= 0;
  }

  /** Measures a table's head, which every list of the table passes. */
  public SlowPlace head(TableHead head) throws DatabaseUnavailableException {
    String table = head.keys().span().table();
    return place(head.seek(), head.keys().span(), (waits, tombstones) -> "Every " + (isListed(table) ? "list" : "scan")
        + " of " + table + " first passes " + tombstones + " tombstones at the table's head, for " + waits + ".");
  }

  private static boolean isListed(String table) {
    return table.equals(OMDBDefinition.KEY_TABLE) || table.equals(OMDBDefinition.FILE_TABLE)
        || table.equals(OMDBDefinition.DIRECTORY_TABLE);
  }

  /**
   * Measures a span at its begin, along its densest run and at its end.
   *
   * @param run null if the span has none
   * @return {@link SlowPlace#NOT_MEASURED} if there is no time left, or it cannot be read
   */
  public SlowPlace span(SpanStatistics span, SpanStatistics run) throws DatabaseUnavailableException {
    return measured(() -> slowest(span, run));
  }

  private SlowPlace slowest(SpanStatistics span, SpanStatistics run) throws DatabaseUnavailableException {
    SlowPlace place = begin(span.span()).orSlower(end(span.span()));
    if (run != null && !isOver()) {
      SeekProbe.Seek atRun = slowestInside.of(run);
      place = place.orSlower(inside(atRun, run.span())).withRun(atRun);
    }
    return place;
  }

  /**
   * Measures a range, only what lies inside.
   *
   * @return {@link SlowPlace#NOT_MEASURED} if there is no time left, or it cannot be read
   */
  public SlowPlace range(BucketSpan keys) throws DatabaseUnavailableException {
    return measured(() -> inside(slowestInside.of(statistics.table(keys.table()).of(keys)), keys));
  }

  /** A measurement, which reads files. */
  @FunctionalInterface
  private interface Measurement {
    SlowPlace take() throws DatabaseUnavailableException;
  }

  /** A damaged file costs the measurements of its keys, not the whole answer. */
  private SlowPlace measured(Measurement measurement) throws DatabaseUnavailableException {
    try {
      return isOver() ? SlowPlace.NOT_MEASURED : measurement.take();
    } catch (DatabaseFaultException e) {
      return SlowPlace.NOT_MEASURED;
    }
  }

  private SlowPlace begin(BucketSpan span) throws DatabaseUnavailableException {
    SeekProbe.Seek seek = seeks(span.table()).from(span.begin());
    boolean found = seek.isBounded() || seek.landing() != null && Keys.compare(seek.landing(), span.end()) < 0;
    return place(seek, span, (waits, tombstones) -> "A list takes " + waits + (found
        ? " because " + tombstones + " tombstones lie before the first key."
        : " to find no key: it passes " + tombstones + " tombstones, up to " + landing(seek, span) + "."));
  }

  private SlowPlace end(BucketSpan span) throws DatabaseUnavailableException {
    SeekProbe.Seek seek = seeks(span.table()).from(span.end());
    return !isSlow(seek) ? SlowPlace.harmless(seek)
        : place(seek, behind(span), (waits, tombstones) ->
            "A list that reaches the end waits " + waits + " there: it goes on over " + tombstones
                + " tombstones, up to " + landing(seek, span) + ".");
  }

  private SlowPlace inside(SeekProbe.Seek seek, BucketSpan keys) throws DatabaseUnavailableException {
    return place(seek, keys, (waits, tombstones) -> "A list that comes to " + name(seek.from()) + " waits " + waits
        + " there because " + tombstones + " tombstones lie in a row.");
  }

  /**
   * @param keys what the seek was meant for: where it gave up, it counts as having come to their end
   * @param why  a sentence around the wait and the number of tombstones
   */
  private SlowPlace place(SeekProbe.Seek seek, BucketSpan keys, SlowPlace.Reason why)
      throws DatabaseUnavailableException {
    if (!isSlow(seek)) {
      return SlowPlace.harmless(seek);
    }
    return PassedTombstones.of(seek, keys, statistics, seeks(keys.table()))
        .filter(passed -> passed.mostUncounted() >= SlowPlace.FEW_TOMBSTONES)
        .map(passed -> SlowPlace.slow(seek, passed, why)).orElseGet(() -> SlowPlace.harmless(seek));
  }

  private boolean isSlow(SeekProbe.Seek seek) {
    return seek.micros() >= slowMicros;
  }

  /** The keys behind a span, up to the last key of the table's files. */
  private BucketSpan behind(BucketSpan span) {
    return BucketSpan.unattributed(span.table(), span.end(),
        Keys.after(Keys.max(span.end(), statistics.table(span.table()).lastKey())));
  }

  private String name(byte[] key) {
    String name = statistics.names().of(key);
    return name == null ? Words.key(key) : name;
  }

  /** The place that a seek has come to, in words. */
  private String landing(SeekProbe.Seek seek, BucketSpan span) {
    if (seek.landing() == null) {
      return seek.isBounded() ? "where the probe gave up" : "the end of the table";
    }
    List<BucketSpan> at = statistics.table(span.table()).knownSpansIn(
        BucketSpan.unattributed(span.table(), seek.landing(), Keys.after(seek.landing())));
    return at.isEmpty() ? name(seek.landing()) : "the first key of /" + at.get(0).volume() + "/"
        + at.get(0).bucket();
  }
}
