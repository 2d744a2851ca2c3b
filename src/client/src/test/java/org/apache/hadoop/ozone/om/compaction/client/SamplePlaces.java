// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAtJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;

/** Slow places, as an OM reports them. */
public final class SamplePlaces {
  private SamplePlaces() {
  }

  /** A place at which a bucket's first keys are deleted. */
  public static SlowPlaceJson ofBucket(String node, String bucket) {
    return ofKeys(node, "keyTable", bucket + "/part-0", bucket + "/part-17999").firstBucket(bucket).lastBucket(bucket)
        .bucketCount(1).why("A list of " + bucket + " passes 18,000 tombstones in a row.");
  }

  /** A place that belongs to no bucket. */
  public static SlowPlaceJson ofKeys(String node, String table, String begin, String end) {
    return new SlowPlaceJson().nodeId(node).table(table).begin(key(begin)).end(key(end)).head(false).bucketCount(0)
        .tombstones(exactly(18_000)).memtableTombstones(exactly(0)).deadEntries(exactly(36_000)).deadBytes(1_557_765L)
        .endReached(true).waitMicros(19_485L).measuredMicros(13_947L)
        .why("A list that comes to " + begin + " passes 18,000 tombstones in a row.")
        .flush(false).predictedReadBytes(1_510_524L).predictedWriteBytes(238_145L);
  }

  /** A whole answer: these places are slow, no other one is, and all of keyTable is looked at. */
  public static SlowPlaceListJson only(String node, SlowPlaceJson... places) {
    return new SlowPlaceListJson().totalCount((long) places.length).addTablesItem(keyTable(node))
        .places(Arrays.asList(places));
  }

  public static TableSummaryJson keyTable(String node) {
    return new TableSummaryJson().nodeId(node).table("keyTable").files(11).sizeBytes(2_653_716L).entries(5_000_000L)
        .tombstones(102_500L).memtableEntries(0L).memtableTombstones(0L);
  }

  public static NotLookedAtJson left(String node, String table, long tombstones) {
    return new NotLookedAtJson().nodeId(node).table(table).tombstones(tombstones);
  }
}
