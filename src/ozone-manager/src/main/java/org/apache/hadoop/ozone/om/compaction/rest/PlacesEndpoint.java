// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/** Answers {@code /places}: the places where lists are slow, slowest first over all tables. */
final class PlacesEndpoint {
  /**
   * Time limit of an answer, from the arrival of the request on. What takes longest once begun, a step over dead
   * entries or a price, comes on top.
   */
  private static final Duration TIME = Duration.ofMillis(1_700);
  /** Time limit of the look for places. The rest of the time is for what mends them and what that costs. */
  private static final Duration LOOK_TIME = Duration.ofMillis(1_200);

  private static final RowOrder<Place> SLOWEST_FIRST = new RowOrder<>("places", Place::waitMicros,
      place -> RowPosition.bySortKey(place.waitMicros(), place.table(), place.keys().begin()));

  private PlacesEndpoint() {
  }

  static SlowPlaceListJson places(TreeReadContext reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    Deadline deadline = query.within(TIME);
    String search = query.text("search");
    RowPosition begin = SLOWEST_FIRST.begin(query);
    FirstRows<Place> page = new FirstRows<>(SLOWEST_FIRST, begin, query.limit());
    NamedTargets named = query.namedTargets(reads);
    NodeStatistics statistics = reads.planner().statistics(named.targets(), Precision.METADATA).naming(named);
    Map<String, PlacesOfTable> places = reads.planner().slowPlaces()
        .findOrKnown(statistics.snapshot(), statistics.tables(), query.within(LOOK_TIME));
    for (PlacesOfTable ofTable : places.values()) {
      for (Place place : ofTable.slow()) {
        if (statistics.isMeant(place.keys()) && isFound(search, statistics, place)) {
          page.take(place);
        }
      }
    }
    PlaceModel model = new PlaceModel(reads.nodeId(), statistics);
    SlowPlaceListJson list = new SlowPlaceListJson().totalCount(page.count())
        .notLookedAt(model.notLookedAt(places));
    List<Place> shown = page.rows();
    try (PlaceFacts.Finder facts = reads.placeFacts().finder(statistics, deadline::isOver)) {
      for (Place place : shown) {
        list.addPlacesItem(model.of(place, facts.of(place)));
      }
    }
    list.tables(TableSummaries.of(reads.nodeId(), statistics));
    named.remarks().forEach(sentence ->
        list.addRemarksItem(ModelMapper.remark(reads.nodeId(), sentence)));
    reads.planner().corruptFiles().forEach(file ->
        list.addRemarksItem(ModelMapper.remark(reads.nodeId(), CorruptFiles.whatToDo(file))));
    if (page.areMore()) {
      list.nextKey(SLOWEST_FIRST.cursor(shown.get(shown.size() - 1)));
    }
    return list;
  }

  /** True if the path of a bucket that meets a place holds the text; always if no text is searched for. */
  private static boolean isFound(String search, NodeStatistics statistics, Place place) {
    return search == null || statistics.table(place.table()).knownSpansIn(place.keys()).stream()
        .anyMatch(span -> StringUtils.containsIgnoreCase(span.path(), search));
  }
}
