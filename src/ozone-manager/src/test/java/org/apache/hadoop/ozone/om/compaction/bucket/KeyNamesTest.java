// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyNamesTest {
  private static final String TABLE = "fileTable";

  private final KeyNames names = new KeyNames(new SpanSlots(TABLE, List.of(new BucketSpan(TABLE, "lake", "staging",
      OmDatabaseFixture.bytes("/-7/-9/"), OmDatabaseFixture.bytes("/-7/-90")))));

  @ParameterizedTest
  @CsvSource({
      "/-7/-9/-9/part-1,     /lake/staging/part-1",
      "/-7/-9/-9/a b,        /lake/staging/a\\x20b",
      "/-7/-9/-11/part-1,    /lake/staging/(directory -11)/part-1",
      "/-7/-9/,              /lake/staging/",
      "/-7/-9/-1,            /lake/staging/-1",
      "/-7/-9,               ",
      "/-7/-8/-8/part-1,     ",
      "/shop/orders/key,     ",
      "x,                    ",
      "'',                   ",
      "/,                    "})
  void keysWithIdsAreResolvedToPaths(String key, String path) {
    assertThat(names.of(OmDatabaseFixture.bytes(key))).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
      "/-7/-9/-11/part-1,  /lake/staging/dir/sub/part-1",
      "/-7/-9/-11/,        /lake/staging/dir/sub/",
      "/-7/-9/-9/part-1,   /lake/staging/part-1",
      "/-7/-9/-12/part-1,  /lake/staging/(directory -12)/part-1",
      "/-7/-9/x/part-1,    /lake/staging/(directory x)/part-1",
      "/-7/-8/-11/part-1,  "})
  void directoriesThatAPathHasFoundHaveTheirNames(String key, String path) {
    assertThat(names.with(Map.of(-11L, "dir/sub")).of(OmDatabaseFixture.bytes(key))).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({"/-7/-9/-9/part-1", "/"})
  void withoutFsoBucketsThereAreNoNames(String key) {
    assertThat(new KeyNames(new SpanSlots(TABLE, List.of())).of(OmDatabaseFixture.bytes(key))).isNull();
  }
}
