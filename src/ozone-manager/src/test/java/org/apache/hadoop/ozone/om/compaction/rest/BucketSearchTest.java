// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code search} in a list, over buckets that have equal counts and such that have not. */
class BucketSearchTest {
  @TempDir
  private static Path directory;
  private static ServedOm served;

  @BeforeAll
  static void fill() throws Exception {
    served = ServedOm.empty(directory);
    OmDatabaseFixture om = served.database();
    om.volume("shop");
    for (String bucket : List.of("carts", "orders", "orders-2024", "returns")) {
      om.bucket("shop", bucket, BucketLayout.OBJECT_STORE);
      for (int key = 0; key < 10; key++) {
        om.put("keyTable", "/shop/" + bucket + "/" + key);
      }
    }
    om.compact("keyTable");
    om.delete("keyTable", "/shop/returns/3");
    // Of a bucket that is no more.
    om.put("keyTable", "/shop/orders-gone/1");
    om.flush("keyTable");
  }

  @AfterAll
  static void close() throws Exception {
    served.close();
  }

  @ParameterizedTest
  @CsvSource({
      "orders,       orders orders-2024",
      "ORDERS,       orders orders-2024",
      "/shop/orders, orders orders-2024",
      "2024,         orders-2024",
      "p/r,          returns",
      "shop,         carts orders orders-2024 returns",
      "gone,         ''"})
  void findsBucketsByAPartOfTheirPath(String search, String buckets) throws Exception {
    JsonNode list = served.ok("/buckets?table=keyTable&sort=NAME&search=" + ServedOm.encode(search));
    assertThat(String.join(" ", list.findValuesAsText("bucket"))).isEqualTo(buckets);
    assertThat(list.at("/totalCount").asInt()).isEqualTo(list.at("/buckets").size());
    assertThat(list.has("remarks")).as("of all buckets").isFalse();
  }

  @Test
  void pagesThroughWhatIsFound() throws Exception {
    JsonNode first = served.ok("/buckets?table=keyTable&sort=NAME&search=orders&limit=1");
    JsonNode second = served.ok("/buckets?table=keyTable&sort=NAME&search=orders&limit=1&prevKey="
        + ServedOm.encode(first.at("/nextKey").asText()));
    assertThat(first.at("/buckets/0/bucket").asText()).isEqualTo("orders");
    assertThat(second.at("/buckets/0/bucket").asText()).isEqualTo("orders-2024");
    assertThat(second.has("nextKey")).isFalse();
  }
}
