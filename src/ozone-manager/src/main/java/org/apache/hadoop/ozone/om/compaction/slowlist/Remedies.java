// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.PassedTombstones;
import org.apache.hadoop.ozone.om.compaction.slowplace.Deadline;
import org.apache.hadoop.ozone.om.compaction.text.ModelMapper;
import org.apache.hadoop.ozone.om.compaction.text.PlanModel;

/**
 * Says which keys to compact to make slow listings fast, and at what price. One time limit holds for a whole answer.
 */
public final class Remedies {
  /** Time limit for computing the prices of one answer. The first price is computed in any case. */
  private static final Duration TIME = Duration.ofMillis(300);
  /**
   * Maximum number of buckets that are examined for one slow listing. If the listing skips keys of more buckets, the
   * remedy is a key range.
   */
  private static final int MAX_BUCKETS = 64;

  private final NodePlanner planner;
  private final NodeStatistics statistics;
  private final List<PassedTombstones> slow;
  private final Deadline deadline = Deadline.within(TIME);
  private final PriceCache prices;
  private boolean anyPriced;

  /**
   * @param places all positions of one answer; positions where listings skip the same tombstones get the same remedy
   */
  public Remedies(NodePlanner planner, NodeStatistics statistics, PriceCache prices, Stream<SlowPlace> places) {
    this.prices = prices;
    this.planner = planner;
    this.statistics = statistics;
    this.slow = places.filter(SlowPlace::isSlow).map(SlowPlace::passed).collect(Collectors.toList());
  }

  /** Returns the remedy for a position; null if listing is not slow there. */
  public Remedy of(SlowPlace place) throws DatabaseUnavailableException {
    if (!place.isSlow()) {
      return null;
    }
    PassedTombstones passed = slow.stream().filter(other -> other.contains(place.passed()))
        .min(Comparator.comparing(other -> other.keys().begin(), Keys::compare)).orElse(place.passed());
    BucketSpan bucket = bucket(passed);
    Remedy remedy = new Remedy().begin(ModelMapper.key(readable(passed.keys().begin()), statistics.names()))
        .end(ModelMapper.key(passed.keys().keys().lastKey(), statistics.names()))
        .tombstones(PlanModel.count(passed.inFiles())).memtableTombstones(PlanModel.count(passed.inMemory()));
    if (bucket != null) {
      remedy.volume(bucket.volume()).bucket(bucket.bucket());
    }
    List<BucketSpan> keys = bucket == null ? Collections.singletonList(passed.keys()) : spans(bucket);
    Price price = passed.waitForMemory() ? priceWithFlush(keys) : price(keys);
    return price == null ? remedy : remedy.readBytes(price.readBytes()).writeBytes(price.writeBytes());
  }

  /** Returns the begin of a range for display, without the zero byte that {@link Keys#after} appends to a live key. */
  private static byte[] readable(byte[] begin) {
    return begin.length > 0 && begin[begin.length - 1] == 0 ? Keys.before(begin) : begin;
  }

  /**
   * Returns a bucket that holds nearly all of the given tombstones, to compact it as a whole. Null to compact a key
   * range.
   */
  private BucketSpan bucket(PassedTombstones passed) {
    TableStatistics table = statistics.table(passed.keys().table());
    List<BucketSpan> reached = table.knownSpansIn(passed.keys());
    if (passed.waitForMemory() || reached.size() > MAX_BUCKETS) {
      return reached.size() == 1 ? reached.get(0) : null;
    }
    for (BucketSpan span : reached) {
      long within = passed.within(table.of(span.cutTo(passed.keys()))).most();
      if (within > 0 && passed.areNearly(within)) {
        return 2 * within >= table.of(span).mostTombstones() ? span : null;
      }
    }
    return null;
  }

  /** Returns the bucket's spans in all tables that the answer is about. */
  private List<BucketSpan> spans(BucketSpan bucket) throws DatabaseUnavailableException {
    return planner.spans(bucket.path()).stream().filter(span -> statistics.tables().contains(span.table()))
        .collect(Collectors.toList());
  }

  /** Returns the price of compacting some keys; null if it is not remembered and no time is left to compute it. */
  private Price price(List<BucketSpan> keys) {
    Price known = prices.known(statistics, keys);
    if (known != null || isOver()) {
      return known;
    }
    anyPriced = true;
    Price price = planner.planNamed(statistics, keys).price();
    prices.remember(statistics, keys, price);
    return price;
  }

  /**
   * Returns the price of flushing the tables of some keys and then compacting the keys; null if no time is left. The
   * price changes with every write to a memtable, so it is not remembered.
   */
  private Price priceWithFlush(List<BucketSpan> keys) throws DatabaseUnavailableException {
    if (isOver()) {
      return null;
    }
    anyPriced = true;
    return planner.priceOfFlush(statistics, keys);
  }

  private boolean isOver() {
    return anyPriced && deadline.isOver();
  }
}
