// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;

/** Buckets of volume v with numbered keys in keyTable, served as an OM serves them. */
final class ServedBuckets implements AutoCloseable {
  static final String TABLE = "keyTable";

  private final ServedOm served;
  private final OmDatabaseFixture om;

  ServedBuckets(Path directory) throws Exception {
    served = ServedOm.empty(directory);
    om = served.database();
    om.volume("v");
  }

  ServedOm served() {
    return served;
  }

  OmDatabaseFixture om() {
    return om;
  }

  void fill(String bucket, int keys) throws Exception {
    om.bucket("v", bucket, BucketLayout.OBJECT_STORE);
    fillWithoutRecord(bucket, keys);
  }

  /** As a bucket leaves its keys when it was deleted. */
  void fillWithoutRecord(String bucket, int keys) throws Exception {
    for (int i = 0; i < keys; i++) {
      om.put(TABLE, key(bucket, i));
    }
  }

  void delete(String bucket, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      om.delete(TABLE, key(bucket, i));
    }
  }

  static String key(String bucket, int key) {
    return String.format("/v/%s/key-%08d", bucket, key);
  }

  static JsonNode row(JsonNode list, String bucket) {
    for (JsonNode row : list.at("/buckets")) {
      if (row.at("/bucket").asText().equals(bucket) && row.at("/table").asText().equals(TABLE)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + bucket + " in " + list);
  }

  /** The places of {@link #TABLE}, once all of it is looked at, and all is told of them. */
  JsonNode places() {
    return places(served, "?table=" + TABLE);
  }

  /** The same of another query. On a busy machine an answer has no time for some of the buckets and prices. */
  static JsonNode places(ServedOm om, String query) {
    return whole(() -> om.ok("/places" + query));
  }

  /** The first answer that is whole. */
  static JsonNode whole(Callable<JsonNode> places) {
    return Awaitility.await("all looked at and told").atMost(3, TimeUnit.MINUTES).until(places,
        list -> list.at("/notLookedAt").isEmpty() && list.at("/places").findValues("endReached").stream()
            .filter(JsonNode::asBoolean).count() == list.at("/places").findValues("predictedReadBytes").size());
  }

  /** The one place of a list. */
  static JsonNode only(JsonNode list) {
    assertThat(list.at("/totalCount").asInt()).as("%s", list).isEqualTo(1);
    return list.at("/places/0");
  }

  @Override
  public void close() throws Exception {
    served.close();
  }
}
