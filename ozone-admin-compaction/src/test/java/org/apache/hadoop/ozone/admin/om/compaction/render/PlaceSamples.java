// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.apache.hadoop.ozone.admin.om.compaction.render.Samples.between;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.keyTable;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofKeys;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;

import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;

/** Slow places, an answer for each kind. */
final class PlaceSamples {
  private static final String ORDERS = "/shop/orders";

  private PlaceSamples() {
  }

  static SlowPlaceListJson none() {
    return only("om3");
  }

  static SlowPlaceListJson noTombstones() {
    SlowPlaceListJson list = only("om3");
    list.getTables().get(0).tombstones(0L);
    return list;
  }

  static SlowPlaceListJson one() {
    return only("om3", ofBucket("om3", ORDERS));
  }

  /** The first page. */
  static SlowPlaceListJson twentyOfSixty() {
    return only("om3", IntStream.range(0, 20).mapToObj(i -> ofBucket("om3", String.format("/shop/b%02d", i))
        .waitMicros(40_000L - 100 * i)).toArray(SlowPlaceJson[]::new)).totalCount(60L).nextKey("next");
  }

  static SlowPlaceListJson onAllNodes() {
    return only("om1", ofBucket("om1", ORDERS).waitMicros(1_234_000L), ofBucket("om2", ORDERS).waitMicros(20_500L))
        .addTablesItem(keyTable("om2")).addNotLookedAtItem(left("om2", "keyTable", 40_000))
        .addRemarksItem(new RemarkJson().nodeId("om2").message("SST file 000012.sst of keyTable is corrupt."));
  }

  static SlowPlaceListJson inMemory() {
    return only("om3", ofBucket("om3", ORDERS).tombstones(exactly(1_000)).memtableTombstones(between(34_300, 35_700))
        .why("A list of /shop/orders passes about 36,000 tombstones in a row, about 35,000 in memory.")
        .flush(true));
  }

  static SlowPlaceListJson head() {
    return only("om3", ofKeys("om3", "keyTable", "", "/a/gone/z").head(true)
        .why("Every list of keyTable passes 18,000 tombstones in a row."));
  }

  static SlowPlaceListJson longerThanALook() {
    return only("om3", ofBucket("om3", ORDERS).endReached(false).tombstones(exactly(2_400_000)).waitMicros(1_250_000L)
        .predictedReadBytes(null).predictedWriteBytes(null)
        .why("A list of /shop/orders passes at least 2,400,000 tombstones in a row."))
        .addNotLookedAtItem(left("om3", "keyTable", 97_600_000));
  }

  static SlowPlaceListJson priceUnknown() {
    return only("om3", ofBucket("om3", ORDERS).predictedReadBytes(null).predictedWriteBytes(null));
  }

  static SlowPlaceListJson bucketsUnknown() {
    return only("om3", ofKeys("om3", "keyTable", "/shop/orders/key-1", "/shop/orders/key-18000")
        .bucketCount(null).predictedReadBytes(null).predictedWriteBytes(null)
        .why("A list of /shop/news that comes to /shop/news/z passes 18,000 tombstones in a row."));
  }

  static SlowPlaceListJson noBucket() {
    return only("om3", ofKeys("om3", "openKeyTable", "/gone/b/key-1", "/gone/b/key-18000"));
  }

  static SlowPlaceListJson thousandBuckets() {
    return only("om3", ofKeys("om3", "keyTable", "/shop/b0000/0", "/shop/b0999/499").firstBucket("/shop/b0000")
        .lastBucket("/shop/b0999").bucketCount(1_000).tombstones(exactly(500_000)).waitMicros(500_000L)
        .why("Lists of 1,000 buckets, /shop/b0000 to /shop/b0999, pass 500,000 tombstones in a row."));
  }

  static SlowPlaceListJson namesOfDirectories() {
    return only("om3", ofKeys("om3", "fileTable", "/-9223/-512/-7/a", "/-9223/-512/-9/b").firstBucket("/lake/fso")
        .lastBucket("/lake/fso").bucketCount(1)
        .begin(key("/-9223/-512/-7/a").name("/lake/fso/dir/a")).end(key("/-9223/-512/-9/b").name("/lake/fso/(-9)/b"))
        .why("A list of /lake/fso that comes to /lake/fso/aaa passes 18,000 tombstones in a row."));
  }

  static SlowPlaceListJson notLookedAt() {
    return only("om3").addNotLookedAtItem(left("om3", "keyTable", 102_500))
        .addNotLookedAtItem(left("om3", "deletedTable", 7));
  }

  static SlowPlaceListJson unanswered() {
    return noTombstones().addUnansweredItem(silent("om1"));
  }

  static ProblemJson silent(String node) {
    return new ProblemJson().nodeId(node).code(ErrorCode.UNREACHABLE).message("OM " + node + " did not answer.");
  }

  /** Each cell as wide as it gets. */
  static SlowPlaceListJson widest() {
    String name = "b".repeat(63);
    SlowPlaceJson widest = ofKeys("omNode-1", "multipartInfoTable", "/v/" + "x".repeat(150), "/v/" + "y".repeat(150))
        .firstBucket("/volume/a" + name.substring(1)).lastBucket("/volume/" + name).bucketCount(12_345)
        .tombstones(between(10_100_000, 12_100_000)).memtableTombstones(between(101_000, 999_000))
        .waitMicros(999_000L).measuredMicros(12_345_678L).why("Lists pass tombstones in a row. ".repeat(7).trim())
        .flush(true).predictedReadBytes(500L << 20).predictedWriteBytes(523L << 20);
    return only("omNode-1", widest, ofBucket("omNode-2", ORDERS));
  }
}
