// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.slowplace.Deadline;
import org.apache.hadoop.ozone.om.compaction.slowplace.Place;
import org.apache.hadoop.ozone.om.compaction.slowplace.PlacesOfTable;
import org.apache.hadoop.ozone.om.compaction.slowplace.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.slowplace.Wait;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Tells where in each row's keys listing is slowest, and why. */
public final class RowWaits {
  private final NodeStatistics statistics;
  private final SlowPlaces slowPlaces;
  private final Map<String, PlacesOfTable> places;

  private RowWaits(NodeStatistics statistics, SlowPlaces slowPlaces, Map<String, PlacesOfTable> places) {
    this.statistics = statistics;
    this.slowPlaces = slowPlaces;
    this.places = places;
  }

  /**
   * Searches all tables of the statistics for positions where listing is slow, until the deadline. A table that cannot
   * be read counts as not measured.
   */
  public static RowWaits look(NodeStatistics statistics, SlowPlaces slowPlaces, Deadline deadline)
      throws DatabaseUnavailableException {
    return new RowWaits(statistics, slowPlaces,
        slowPlaces.find(statistics.snapshot(), statistics.tables(), deadline));
  }

  /** Returns the positions that were found in a table. */
  public PlacesOfTable places(String table) {
    return places.get(table);
  }

  /** Returns the delay at the keys before a table's first live key. Every listing of the table skips these keys. */
  public SlowPlace head(Place head) throws DatabaseUnavailableException {
    String table = head.table();
    return place(head.waits(), head.keys(), (waits, tombstones) -> "Every " + (isListed(table) ? "list" : "scan")
        + " of " + table + " first passes " + tombstones + " tombstones at the table's head, for " + waits + ".");
  }

  private static boolean isListed(String table) {
    return table.equals(OMDBDefinition.KEY_TABLE) || table.equals(OMDBDefinition.FILE_TABLE)
        || table.equals(OMDBDefinition.DIRECTORY_TABLE);
  }

  /**
   * Finds the position where listing a span takes longest.
   *
   * @return {@link SlowPlace#NOT_MEASURED} if no slow position is known and some keys have not been searched or cannot
   *     be read
   */
  public SlowPlace span(BucketSpan span) throws DatabaseUnavailableException {
    PlacesOfTable ofTable = places.get(span.table());
    SlowPlace slowest = SlowPlace.HARMLESS;
    try {
      for (Place place : ofTable.metBy(span)) {
        slowest = slowest.orSlower(at(place, span));
      }
    } catch (DatabaseFaultException e) {
      return slowest.isSlow() ? slowest : SlowPlace.NOT_MEASURED;
    }
    return !slowest.isSlow() && ofTable.isNotMeasured(span) ? SlowPlace.NOT_MEASURED : slowest;
  }

  /**
   * Finds the position in a range where listing is slowest.
   *
   * @return {@link SlowPlace#NOT_MEASURED} if no slow position is known and some keys have not been searched
   */
  public SlowPlace range(BucketSpan keys) throws DatabaseUnavailableException {
    SlowPlace slowest = SlowPlace.HARMLESS;
    for (Place place : places.get(keys.table()).metBy(keys)) {
      slowest = slowest.orSlower(place.isHead() ? head(place) : inside(place));
    }
    return !slowest.isSlow() && places.get(keys.table()).isNotMeasured(keys) ? SlowPlace.NOT_MEASURED : slowest;
  }

  private SlowPlace at(Place place, BucketSpan span) throws DatabaseUnavailableException {
    if (Keys.compare(place.keys().begin(), span.begin()) <= 0) {
      return begin(place, span);
    }
    return Keys.compare(place.keys().end(), span.end()) >= 0 ? end(place, span) : inside(place);
  }

  /**
   * Measures the time of a listing from a span's first key; {@link SlowPlace#NOT_MEASURED} if the keys cannot be read.
   */
  public SlowPlace measure(BucketSpan span) throws DatabaseUnavailableException {
    try {
      return SlowPlace.harmless(slowPlaces.from(statistics.snapshot(), span.table(), span.begin()));
    } catch (DatabaseFaultException e) {
      return SlowPlace.NOT_MEASURED;
    }
  }

  private SlowPlace begin(Place place, BucketSpan span) throws DatabaseUnavailableException {
    Wait wait = slowPlaces.from(statistics.snapshot(), span.table(), span.begin());
    if (!wait.isSlow()) {
      return SlowPlace.harmless(wait);
    }
    boolean found = wait.isBounded() || wait.landing() != null && Keys.compare(wait.landing(), span.end()) < 0;
    byte[] end = wait.landing() != null ? wait.landing() : place.keys().end();
    PassedTombstones passed = passed(BucketSpan.unattributed(span.table(), span.begin(), end));
    // A listing that begins before the span can skip nearly the same tombstones. If that listing is slow, its time is
    // shown instead.
    Wait told = place.waits().isSlow() && passed.areNearly(passed(place.keys()).inFiles().most())
        ? place.waits() : wait;
    return SlowPlace.slow(told, passed, (waits, tombstones) -> "A list takes "
        + waits + (found ? " because " + tombstones + " tombstones lie before the first key."
            : " to find no key: it passes " + tombstones + " tombstones, up to " + landing(wait, span) + "."));
  }

  private PassedTombstones passed(BucketSpan keys) throws DatabaseUnavailableException {
    return PassedTombstones.of(statistics, slowPlaces, keys);
  }

  private SlowPlace end(Place place, BucketSpan span) throws DatabaseUnavailableException {
    return place(place.waits(), place.keys(), (waits, tombstones) -> "A list that reaches the end waits " + waits
        + " there: it goes on over " + tombstones + " tombstones, up to " + landing(place.waits(), span) + ".");
  }

  private SlowPlace inside(Place place) throws DatabaseUnavailableException {
    return place(place.waits(), place.keys(), (waits, tombstones) -> "A list that has come to "
        + name(Keys.before(place.waits().from())) + " waits " + waits + " behind it because " + tombstones
        + " tombstones lie in a row.");
  }

  /** @param why makes a sentence from the time of a listing and its number of skipped tombstones */
  private SlowPlace place(Wait wait, BucketSpan keys, SlowPlace.Reason why) throws DatabaseUnavailableException {
    return wait.isSlow() ? SlowPlace.slow(wait, passed(keys), why) : SlowPlace.harmless(wait);
  }

  private String name(byte[] key) {
    String name = statistics.names().of(key);
    return name == null ? ValueFormat.key(key) : name;
  }

  /** Names the live key that a listing finds after the dead entries. */
  private String landing(Wait wait, BucketSpan span) {
    if (wait.landing() == null) {
      return wait.isBounded() ? "where the probe gave up" : "the end of the table";
    }
    List<BucketSpan> at = statistics.table(span.table()).knownSpansIn(
        BucketSpan.unattributed(span.table(), wait.landing(), Keys.after(wait.landing())));
    return at.isEmpty() ? name(wait.landing()) : "the first key of " + at.get(0).path();
  }
}
