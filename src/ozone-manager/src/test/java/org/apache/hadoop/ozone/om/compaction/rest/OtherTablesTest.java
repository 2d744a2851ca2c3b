// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ColumnFamilyDescriptor;

/** Tables whose keys the add-on does not know: those that hold no keys of buckets, and those of later Ozones. */
class OtherTablesTest extends OneServedOm {
  /** A table that Ozone 2.2 does not have. */
  private static final String LATER = "versionedKeyTable";
  private static final int DELETED = 15_000;

  @BeforeEach
  void addTableOfALaterOzone() throws Exception {
    om.rocks().createColumnFamily(new ColumnFamilyDescriptor(LATER.getBytes(StandardCharsets.UTF_8))).close();
    om.reopen(-1);
  }

  private static String key(int row) {
    return String.format("/v/b/key-%06d", row);
  }

  private void deleteRows(String table) throws Exception {
    for (int row = 0; row < DELETED + 100; row++) {
      om.put(table, key(row));
    }
    om.compact(table);
    for (int row = 50; row < DELETED + 50; row++) {
      om.delete(table, key(row));
    }
    om.flush(table);
  }

  private JsonNode places(String query) {
    return ServedBuckets.places(served, query);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3SecretTable", LATER})
  void placesAreShownByTheirKeysAndPlannedByTheirTable(String table) throws Exception {
    deleteRows(table);

    JsonNode place = only(places(""));
    assertThat(place.at("/table").asText()).isEqualTo(table);
    assertThat(place.at("/begin/text").asText()).isEqualTo(key(50));
    assertThat(place.at("/end/text").asText()).isEqualTo(key(DELETED + 49));
    assertThat(place.has("firstBucket")).as("%s", place).isFalse();
    assertThat(only(places("?table=" + table))).isEqualTo(place);
    JsonNode plan = served.ok("/ranges?slow=true&table=" + table);
    assertThat(plan.at("/ranges")).hasSize(1);
    assertThat(plan.at("/ranges/0/tombstones/high").asInt()).isEqualTo(DELETED);
    assertThat(served.ok("/ranges?table=" + table).at("/ranges")).hasSize(1);
  }

  @Test
  void namedBucketReachesNoTableWhoseKeysAreNotKnown() throws Exception {
    buckets.fill("b", 10);
    deleteRows(LATER);
    assertThat(places("?bucket=/v/b").at("/places")).isEmpty();
    assertThat(served.ok("/ranges?bucket=/v/b").at("/ranges")).isEmpty();
    assertThat(served.get("/ranges?bucket=/v/b&table=" + LATER).statusCode()).isEqualTo(400);
  }

  /** The leader has checked the table, which a follower of an older Ozone may lack. */
  @Test
  void jobForATableThatThisOmLacksHasNothingToDoHere() throws Exception {
    NodePlan plan = served.freshPlanner().plan(Targets.newBuilder().addTables("tableOfTheLeader").setSlow(true).build(),
        Thresholds.getDefaultInstance(), Precision.EXACT);
    assertThat(plan.ranges().ranges()).isEmpty();
    assertThat(plan.flushes()).isEmpty();
    assertThat(plan.measured().places().isComplete()).isTrue();
  }
}
