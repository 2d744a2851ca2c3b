// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.slow.DeadCounts;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;

/**
 * Finds out whose keys lie at a place, and what it costs to compact it. Remembers it as long as the place and its
 * table stay the same. Thread-safe.
 */
public final class PlaceFacts {
  private static final int MAX_REMEMBERED = 10_000;
  /** The bisection for the first and the last bucket begins anew so often, if keys of no bucket lie between. */
  private static final int MAX_BISECTIONS = 8;

  private final NodePlanner planner;
  /** Compares places by identity: a place that has changed is another object. */
  private final Cache<Place, Fact> known = CacheBuilder.newBuilder().weakKeys().maximumSize(MAX_REMEMBERED).build();

  public PlaceFacts(NodePlanner planner) {
    this.planner = planner;
  }

  /** The buckets of one place, the keys to compact, and the price of that. Immutable. */
  public static final class Fact {
    private final TableStatistics table;
    private final BucketSpan keys;
    private final Optional<List<BucketSpan>> buckets;
    private final boolean flush;
    private final Price price;

    private Fact(TableStatistics table, BucketSpan keys, Optional<List<BucketSpan>> buckets, boolean flush,
        Price price) {
      this.table = table;
      this.keys = keys;
      this.buckets = buckets;
      this.flush = flush;
      this.price = price;
    }

    /** Keys that hold all dead entries of the place. */
    public BucketSpan keys() {
      return keys;
    }

    /** The known buckets that have keys there, in key order; nothing if there was no time to find out. */
    public Optional<List<BucketSpan>> buckets() {
      return buckets;
    }

    public boolean needsFlush() {
      return flush;
    }

    /** For this OM, with the flush; null if there was no time, or if no look has reached the end of the place. */
    public Price price() {
      return price;
    }
  }

  /** Finds out what is not known of the places of one answer. Not thread-safe. */
  public final class Finder implements AutoCloseable {
    private final NodeStatistics statistics;
    private final BooleanSupplier isOver;
    private final Map<String, DeadCounts> counts = new HashMap<>();
    private final Map<String, Optional<AfterFlush>> flushes = new HashMap<>();

    private Finder(NodeStatistics statistics, BooleanSupplier isOver) {
      this.statistics = statistics;
      this.isOver = isOver;
    }

    /** Returns what is known of a place, and finds out what is not. */
    public Fact of(Place place) throws DatabaseUnavailableException {
      Fact fact = withBuckets(place);
      if (fact.price != null || !place.isEndReached() || !sample(place)) {
        return fact;
      }
      fact = priced(place, fact);
      known.put(place, fact);
      return fact;
    }

    public Optional<List<BucketSpan>> bucketsAt(Place place) throws DatabaseUnavailableException {
      return withBuckets(place).buckets;
    }

    /** Says in one sentence which lists wait at a place, and for what. */
    public String why(Place place) throws DatabaseUnavailableException {
      return WhyListsWait.at(place, bucketsAt(place), statistics.table(place.table()), statistics.names());
    }

    private Fact withBuckets(Place place) throws DatabaseUnavailableException {
      TableStatistics table = statistics.table(place.table());
      Fact fact = known.getIfPresent(place);
      if (fact != null && fact.table == table) {
        return fact;
      }
      if (isOver.getAsBoolean()) {
        return withoutPrice(table, place, Optional.empty());
      }
      fact = withoutPrice(table, place, Optional.of(holders(place, table.knownSpansIn(place.keys()),
          counts.computeIfAbsent(place.table(), name -> DeadCounts.in(statistics.snapshot(), name)))));
      known.put(place, fact);
      return fact;
    }

    /** Samples files at a place for its price; false if time was short: later answers go on with the others. */
    private boolean sample(Place place) {
      TableStatistics table = statistics.table(place.table());
      for (SstFile file : table.of(place.keys()).files()) {
        if (isOver.getAsBoolean()) {
          return false;
        }
        table.table().liveKeys().sample(file);
      }
      return !isOver.getAsBoolean();
    }

    private Fact priced(Place place, Fact fact) throws DatabaseUnavailableException {
      List<BucketSpan> keys = Collections.singletonList(place.keys());
      Price price = fact.flush && flush(place.table()).isPresent()
          ? planner.priceAfter(flush(place.table()).get(), statistics, keys)
          : planner.planNamed(statistics, keys).price();
      return new Fact(fact.table, fact.keys, fact.buckets, fact.flush, price);
    }

    private Optional<AfterFlush> flush(String table) throws DatabaseUnavailableException {
      if (!flushes.containsKey(table)) {
        flushes.put(table, Optional.ofNullable(AfterFlush.of(statistics.snapshot(), table)));
      }
      return flushes.get(table);
    }

    @Override
    public void close() {
      counts.values().forEach(DeadCounts::close);
    }
  }

  /** {@code isOver} is asked before anything is read; if true, the buckets and the price stay unknown. */
  public Finder finder(NodeStatistics statistics, BooleanSupplier isOver) {
    return new Finder(statistics, isOver);
  }

  /** Returns the keys of a place and whether it needs a flush, both from metadata. The price is null. */
  private Fact withoutPrice(TableStatistics table, Place place, Optional<List<BucketSpan>> buckets) {
    BucketSpan keys = place.dead().memtableTombstones().most() > 0 ? place.keys() : hull(table.of(place.keys()));
    return new Fact(table, keys, buckets, limit().needsFlush(place.dead()), null);
  }

  private WaitLimit limit() {
    return planner.slowPlaces().limit();
  }

  /** The buckets without those at either end whose keys at the place are none, found by bisection. */
  private static List<BucketSpan> holders(Place place, List<BucketSpan> met, DeadCounts counts)
      throws DatabaseUnavailableException {
    int first = 0;
    for (int at = 0; at < MAX_BISECTIONS && first < met.size() && !holds(place, met.get(first), counts); at++) {
      int low = first + 1;
      for (int high = met.size(); low < high;) {
        int middle = (low + high) >>> 1;
        if (holdAny(place, met.get(first).end(), met.get(middle).end(), counts)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      first = low;
    }
    int behind = met.size();
    for (int at = 0; at < MAX_BISECTIONS && behind > first + 1 && !holds(place, met.get(behind - 1), counts);
         at++) {
      int high = behind - 2;
      for (int low = first; low < high;) {
        int middle = (low + high + 1) >>> 1;
        if (holdAny(place, met.get(middle).begin(), met.get(behind - 1).begin(), counts)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      behind = high + 1;
    }
    return Collections.unmodifiableList(new ArrayList<>(met.subList(first, behind)));
  }

  private static boolean holdAny(Place place, byte[] begin, byte[] end, DeadCounts counts)
      throws DatabaseUnavailableException {
    byte[] from = Keys.max(begin, place.keys().begin());
    byte[] to = Keys.min(end, place.keys().end());
    return Keys.compare(from, to) < 0 && counts.holdAny(BucketSpan.unattributed(place.table(), from, to));
  }

  private static boolean holds(Place place, BucketSpan bucket, DeadCounts counts)
      throws DatabaseUnavailableException {
    return counts.holdAny(bucket.cutTo(place.keys()));
  }

  /** The smallest range of keys that covers the SST files with tombstones; unchanged if no key would be left. */
  private static BucketSpan hull(SpanStatistics keys) {
    BucketSpan span = keys.span();
    byte[] first = span.end();
    byte[] behind = span.begin();
    for (SstFile file : keys.files()) {
      if (file.tombstones() > 0) {
        first = Keys.min(first, file.smallestKey());
        behind = Keys.max(behind, Keys.after(file.largestKey()));
      }
    }
    first = Keys.max(first, span.begin());
    behind = Keys.min(behind, span.end());
    return Keys.compare(first, behind) < 0 ? BucketSpan.unattributed(span.table(), first, behind) : span;
  }
}
