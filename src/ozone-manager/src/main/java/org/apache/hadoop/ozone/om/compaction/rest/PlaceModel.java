// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAtJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.slow.DeadEntries;
import org.apache.hadoop.ozone.om.compaction.slow.NotLookedAt;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Converts places to the REST model. */
public final class PlaceModel {
  private final String nodeId;
  private final NodeStatistics statistics;

  public PlaceModel(String nodeId, NodeStatistics statistics) {
    this.nodeId = nodeId;
    this.statistics = statistics;
  }

  public SlowPlaceJson of(Place place, PlaceFacts.Fact fact) {
    DeadEntries dead = place.dead();
    KeyNames names = statistics.names();
    SlowPlaceJson row = new SlowPlaceJson().nodeId(nodeId).table(place.table()).head(place.isHead())
        .begin(ModelMapper.key(readable(fact.keys().begin()), names))
        .end(ModelMapper.key(fact.keys().keys().lastKey(), names))
        .tombstones(PlanModel.count(dead.fileTombstones()))
        .memtableTombstones(PlanModel.count(dead.memtableTombstones())).deadEntries(PlanModel.count(dead.all()))
        .deadBytes(dead.bytes()).endReached(place.isEndReached()).waitMicros(place.waitMicros())
        .measuredMicros(place.measuredMicros())
        .why(WhyListsWait.at(place, fact.buckets(), statistics.table(place.table()), names)).flush(fact.needsFlush());
    Price price = fact.price();
    if (price != null) {
      row.predictedReadBytes(price.readBytes()).predictedWriteBytes(price.writeBytes());
    }
    fact.buckets().ifPresent(buckets -> {
      row.bucketCount(buckets.size());
      if (!buckets.isEmpty()) {
        row.firstBucket(buckets.get(0).path()).lastBucket(buckets.get(buckets.size() - 1).path());
      }
    });
    return row;
  }

  /** Returns the begin of a range for display, without the zero byte that {@link Keys#after} appends to a live key. */
  private static byte[] readable(byte[] begin) {
    return begin.length > 0 && begin[begin.length - 1] == 0 ? Keys.before(begin) : begin;
  }

  /**
   * One sentence for each reason why a plan may grow, because more places of its targets may be found.
   *
   * @param notLookedAt tombstones, at most, among which no look has searched
   * @param unreadable  those of them at SST files that cannot be read
   */
  static List<String> notLookedAt(long notLookedAt, long unreadable) {
    List<String> sentences = new ArrayList<>();
    if (notLookedAt > unreadable) {
      sentences.add("Not looked at yet: up to " + ValueFormat.count(notLookedAt - unreadable, "tombstone")
          + ", so lists may be slow in more places. The next look goes on there.");
    }
    if (unreadable > 0) {
      sentences.add("Cannot be looked at, as SST files there cannot be read: up to "
          + ValueFormat.count(unreadable, "tombstone") + ", so lists may be slow in more places.");
    }
    return sentences;
  }

  /**
   * Says for each table of the targets how much of them no look has searched yet, and how much no look can read;
   * nothing for tables without any.
   */
  public List<NotLookedAtJson> notLookedAt(Map<String, PlacesOfTable> places) {
    List<NotLookedAtJson> left = new ArrayList<>();
    places.forEach((table, ofTable) -> {
      Map<Boolean, Long> tombstones = ofTable.notLookedAt().stream().filter(part -> statistics.isMeant(part.keys()))
          .collect(Collectors.groupingBy(NotLookedAt::isUnreadable, TreeMap::new,
              Collectors.summingLong(NotLookedAt::tombstones)));
      tombstones.forEach((isUnreadable, count) -> left.add(new NotLookedAtJson().nodeId(nodeId).table(table)
          .tombstones(count).unreadable(isUnreadable ? true : null)));
    });
    return left;
  }
}
