// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.seek.SlowestInside;
import org.apache.hadoop.ozone.om.compaction.seek.TableHead;
import org.apache.hadoop.ozone.om.compaction.text.Models;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/**
 * Measures where lists of some spans wait, and says why, within a bounded time for all of them together. A list waits
 * at its first key, wherever it comes to a run, and at its end, where it goes on into what lies behind.
 */
final class PlaceProbe {
  /** ozone#8029: with seeks of 2 ms all is well, with 20 ms it is not. */
  static final long SLOW_MICROS = 5_000;
  /** Fewer do not explain a slow seek. */
  private static final long FEW_TOMBSTONES = 500;

  private final NodeStatistics statistics;
  private final SeekCache seeks;
  private final Map<String, SeekCache.OfTable> tables = new HashMap<>();
  private final OmDatabase database;
  private final SlowestInside slowestInside;
  private final long until;

  /** @param time for all that is asked for */
  PlaceProbe(NodeStatistics statistics, SeekCache seeks, Duration time) {
    this.statistics = statistics;
    this.seeks = seeks;
    this.database = statistics.snapshot().database();
    this.until = System.nanoTime() + time.toNanos();
    this.slowestInside = new SlowestInside(statistics.snapshot(), seeks, this::isOver);
  }

  private SeekCache.OfTable seeks(String table) {
    return tables.computeIfAbsent(table, name -> seeks.in(statistics.snapshot(), name));
  }

  private boolean isOver() {
    return System.nanoTime() - until >= 0;
  }

  /** Measures a row, unless it was or there is no time left. */
  void measure(BucketRow row) throws DatabaseUnavailableException {
    if (!row.slowPlace().isMeasured() && row.head() != null) {
      row.measured(SlowPlace.of(row.head().seek(), warning(row.head())));
    } else if (!row.slowPlace().isMeasured() && !isOver()) {
      row.measured(span(row.span(), row.run()));
    }
  }

  /** What a table's head does to those who use the table; null where it is harmless. */
  String warning(TableHead head) throws DatabaseUnavailableException {
    BucketSpan keys = head.keys().span();
    CountInterval passed = withMemory(head.keys());
    return !isSlow(head.seek(), passed) ? null : "Every " + (isListed(keys.table()) ? "list" : "scan") + " of "
        + keys.table() + " first passes " + Words.count(passed) + " tombstones at the table's head, for "
        + Words.time(head.seek()) + ".";
  }

  private static boolean isListed(String table) {
    return table.equals(OMDBDefinition.KEY_TABLE) || table.equals(OMDBDefinition.FILE_TABLE)
        || table.equals(OMDBDefinition.DIRECTORY_TABLE);
  }

  private SlowPlace span(SpanStatistics span, SpanStatistics run) throws DatabaseUnavailableException {
    SlowPlace place = begin(span.span()).orSlower(end(span.span()));
    if (run != null && !isOver()) {
      SeekProbe.Seek atRun = slowestInside.of(run);
      place = place.orSlower(SlowPlace.of(atRun, whyInside(atRun, run.span()))).withRun(atRun);
    }
    return place;
  }

  /** Measures a range, only what lies inside; {@link SlowPlace#NOT_MEASURED} if there is no time left. */
  SlowPlace range(BucketSpan keys) throws DatabaseUnavailableException {
    if (isOver()) {
      return SlowPlace.NOT_MEASURED;
    }
    SeekProbe.Seek seek = slowestInside.of(statistics.table(keys.table()).of(keys));
    return SlowPlace.of(seek, whyInside(seek, keys));
  }

  private SlowPlace begin(BucketSpan span) throws DatabaseUnavailableException {
    SeekProbe.Seek seek = seeks(span.table()).from(span.begin());
    if (!isSlow(seek)) {
      return SlowPlace.of(seek, null);
    }
    CountInterval passed = passed(seek, span);
    boolean found = seek.isBounded() || seek.landing() != null && Keys.compare(seek.landing(), span.end()) < 0;
    return SlowPlace.of(seek, !isSlow(seek, passed) ? null : "A list takes " + Words.time(seek) + (found
        ? " because " + Words.count(passed) + " tombstones lie before the first key."
        : " to find no key: it passes " + Words.count(passed) + " tombstones, up to " + landing(seek, span) + "."));
  }

  private SlowPlace end(BucketSpan span) throws DatabaseUnavailableException {
    SeekProbe.Seek seek = seeks(span.table()).from(span.end());
    if (!isSlow(seek)) {
      return SlowPlace.of(seek, null);
    }
    CountInterval passed = passed(seek, BucketSpan.unattributed(span.table(), span.end(), endOfTable(span)));
    return SlowPlace.of(seek, !isSlow(seek, passed) ? null : "A list that reaches the end waits " + Words.time(seek)
        + " there: it goes on over " + Words.count(passed) + " tombstones, up to " + landing(seek, span) + ".");
  }

  private String whyInside(SeekProbe.Seek seek, BucketSpan run) throws DatabaseUnavailableException {
    if (!isSlow(seek)) {
      return null;
    }
    CountInterval passed = passed(seek, run);
    return !isSlow(seek, passed) ? null : "A list that comes to " + name(seek.from()) + " waits "
        + Words.time(seek) + " there because " + Words.count(passed) + " tombstones lie in a row.";
  }

  static boolean isSlow(SeekProbe.Seek seek) {
    return seek.micros() >= SLOW_MICROS;
  }

  private static boolean isSlow(SeekProbe.Seek seek, CountInterval passed) {
    return isSlow(seek) && passed.most() >= FEW_TOMBSTONES;
  }

  /** The tombstones that a seek has passed; where it gave up, those up to the end of some keys. */
  private CountInterval passed(SeekProbe.Seek seek, BucketSpan keys) throws DatabaseUnavailableException {
    byte[] end = seek.landing() == null ? keys.end() : seek.landing();
    return Keys.compare(seek.from(), end) >= 0 ? new CountInterval(0, 0)
        : withMemory(statistics.table(keys.table()).of(BucketSpan.unattributed(keys.table(), seek.from(), end)));
  }

  private CountInterval withMemory(SpanStatistics keys) throws DatabaseUnavailableException {
    CountInterval memory = new MemtableTombstones(database, statistics.snapshot().memtable(keys.span().table()))
        .of(keys.span());
    return new CountInterval(keys.tombstones().least() + memory.least(), keys.tombstones().most() + memory.most());
  }

  /** Behind the last key of the table's files, and behind these keys. */
  private byte[] endOfTable(BucketSpan span) {
    byte[] end = Keys.after(span.end());
    for (SstFile file : statistics.table(span.table()).table().files()) {
      end = Keys.compare(end, file.largestKey()) <= 0 ? Keys.after(file.largestKey()) : end;
    }
    return end;
  }

  private String name(byte[] key) {
    String name = statistics.names().of(key);
    return name == null ? Words.key(key) : name;
  }

  /** Where a seek has come to, in words. */
  private String landing(SeekProbe.Seek seek, BucketSpan span) {
    if (seek.landing() == null) {
      return seek.isBounded() ? "where the probe gave up" : "the end of the table";
    }
    List<BucketSpan> at = statistics.table(span.table()).knownSpansIn(
        BucketSpan.unattributed(span.table(), seek.landing(), Keys.after(seek.landing())));
    return at.isEmpty() ? name(seek.landing()) : "the first key of /" + at.get(0).volume() + "/"
        + at.get(0).bucket();
  }

  /** Where a list of some keys waits longest, and why. Immutable. */
  static final class SlowPlace {
    static final SlowPlace NOT_MEASURED = new SlowPlace(null, null, null);
    /** Two seeks over the same tombstones hardly ever differ by more. */
    private static final double CLEARLY = 1.5;

    private final SeekProbe.Seek seek;
    private final SeekProbe.Seek atRun;
    private final String why;

    private SlowPlace(SeekProbe.Seek seek, SeekProbe.Seek atRun, String why) {
      this.seek = seek;
      this.atRun = atRun;
      this.why = why;
    }

    /** @param why one sentence; null where a list does not wait for tombstones */
    static SlowPlace of(SeekProbe.Seek seek, String why) {
      return new SlowPlace(seek, null, why);
    }

    /** The same place, with what was measured at the densest run. */
    SlowPlace withRun(SeekProbe.Seek measured) {
      return new SlowPlace(seek, measured, why);
    }

    /** The slower of two; this one where the same tombstones make both slow. */
    SlowPlace orSlower(SlowPlace other) {
      boolean otherIsSlower = seek == null || other.seek != null && other.seek.micros() > CLEARLY * seek.micros();
      return otherIsSlower ? new SlowPlace(other.seek, atRun == null ? other.atRun : atRun, other.why) : this;
    }

    boolean isMeasured() {
      return seek != null;
    }

    /** Microseconds; 0 if not measured. */
    long micros() {
      return seek == null ? 0 : seek.micros();
    }

    /** Null if not measured. */
    Seek seek() {
      return Models.seek(seek);
    }

    /** At the densest run; null if not measured. */
    Seek seekAtRun() {
      return Models.seek(atRun);
    }

    /** Null where nothing is wrong. */
    String why() {
      return why;
    }
  }
}
