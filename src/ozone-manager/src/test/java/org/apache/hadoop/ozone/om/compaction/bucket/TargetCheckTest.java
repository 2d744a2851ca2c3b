// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.NextSteps;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetCheckTest {
  private static OmDatabaseFixture om;

  @BeforeAll
  static void open(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("v");
    om.volume("empty");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED);
    om.bucket("v", "gone", BucketLayout.OBJECT_STORE);
    om.forgetBucket("v", "gone");
    om.link("v", "link", "v", "b");
  }

  @AfterAll
  static void close() throws Exception {
    om.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "",
      "volume: 'v'",
      "volume: 'empty'",
      "buckets: '/v/b'",
      "volume: 'v' buckets: '/v/b' buckets: '/v/fso' tables: 'keyTable'",
      "tables: 'keyTable' tables: 'deletedDirectoryTable'",
      "key_ranges { table: 'keyTable' begin: '/x/y/' end: '/x/y/\\377' }",
      "tables: 'keyTable' key_ranges { table: 'keyTable' begin: 'a' end: 'a' }",
      "exclude: '/v'",
      "tables: 'multipartPartsTable'",
      "tables: 'multipartPartsTable' tables: 'keyTable' volume: 'v'",
      "exclude: '/v/b' exclude: '/v/fso' exclude: '/none*'",
      "volume: 'v' exclude: '/v/f*'",
      "buckets: '/v/b' exclude: '/v/f*'"})
  void existingTargetsAreAccepted(String targets) {
    assertThatCode(() -> check(targets)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(quoteCharacter = '"', value = {
      "volume: 'w',                            UNKNOWN_VOLUME, volume,    no volume 'w'",
      "buckets: '/v/x',                        UNKNOWN_BUCKET, bucket,    no bucket /v/x",
      "buckets: '/w/b',                        UNKNOWN_BUCKET, bucket,    no bucket /w/b",
      "buckets: '/very/far',                   UNKNOWN_BUCKET, bucket,    no bucket /very/far. If",
      "buckets: '/v/gone',                     UNKNOWN_BUCKET, bucket,    key range",
      "buckets: '/v/fso' tables: 'keyTable',   BAD_REQUEST,    table,     it has them in deletedTable",
      "buckets: '/v/b' tables: 'fileTable',    BAD_REQUEST,    table,     never has a key in fileTable",
      "buckets: 'v/b',                         BAD_REQUEST,    bucket,    /volume/bucket",
      "buckets: '/v',                          BAD_REQUEST,    bucket,    /volume/bucket",
      "buckets: '/v/b/',                       BAD_REQUEST,    bucket,    /volume/bucket",
      "buckets: '//b',                         BAD_REQUEST,    bucket,    /volume/bucket",
      "buckets: '/v/link',                     BAD_REQUEST,    bucket,    name /v/b",
      "volume: 'empty' buckets: '/v/b',        BAD_REQUEST,    volume,    not in volume empty",
      "buckets: '/v/b' exclude: '/v/b*',       BAD_REQUEST,    exclude,   excludes bucket /v/b",
      "volume: 'v' exclude: '/v',              BAD_REQUEST,    exclude,   Nothing is left to compact: '/v'",
      "volume: 'v' exclude: '/v/b' exclude: '/*/f*', BAD_REQUEST, exclude, Nothing is left to compact",
      "exclude: '/*/*',                        BAD_REQUEST,    exclude,   Nothing is left to compact",
      "exclude: 'v',                           BAD_REQUEST,    exclude,   /volume or /volume/bucket",
      "exclude: '/none',                       UNKNOWN_VOLUME, exclude,   There is no volume 'none'",
      "exclude: '/v/gone',                     UNKNOWN_BUCKET, exclude,   There is no bucket /v/gone",
      "exclude: '/v/link',                     BAD_REQUEST,    exclude,   name /v/b",
      "tables: 'multipartPartsTable' buckets: '/v/b', BAD_REQUEST, table, name no bucket",
      "tables: 'multipartPartsTable' volume: 'v',     BAD_REQUEST, table, name no bucket",
      "tables: 'default',                      UNKNOWN_TABLE,  table,     keyTable",
      "tables: 'bucketTable' buckets: '/v/b',  BAD_REQUEST,    table,     name no bucket",
      "tables: 'keytable',                     UNKNOWN_TABLE,  table,     keyTable",
      "key_ranges { begin: 'a' end: 'b' },     UNKNOWN_TABLE,  keyRange,  keyTable",
      "key_ranges { table: 'keyTable' end: 'b' }, BAD_REQUEST, keyRange,  first and its last",
      "volume: 'v' key_ranges { table: 'keyTable' begin: 'a' end: 'b' },  BAD_REQUEST, keyRange,  stands for itself",
      "tables: 'fileTable' key_ranges { table: 'keyTable' begin: 'a' end: 'b' }, BAD_REQUEST, keyRange,  not among"})
  void errorOfATargetIsNamed(String targets, String code, String parameter, String message) {
    assertThatThrownBy(() -> check(targets)).isInstanceOfSatisfying(RefusedException.class, refused -> {
      assertThat(refused.getCode()).hasToString(code);
      assertThat(refused.getParameter()).isEqualTo(parameter);
    }).hasMessageContaining(message);
  }

  @Test
  void unknownVolumeIsRefusedWithTheCommandThatListsThem() {
    assertThatThrownBy(() -> check("volume: 'w'")).hasMessage("There is no volume 'w'.").isInstanceOfSatisfying(
        RefusedException.class, refused -> NextSteps.assertNextStep(refused, "ozone sh volume list --all"));
  }

  private static void check(String targets) throws Exception {
    TargetCheck.check(OmDatabase.current(om::metadata), TextFormat.parse(targets, Targets.class), TargetNames.OF_QUERY);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "buckets: '/v/b' buckets: '/v/gone' buckets: '/v/fso' | buckets: '/v/b' buckets: '/v/fso'",
      "buckets: '/v/b' buckets: '/v/link'                   | buckets: '/v/b'",
      "buckets: '/v/b' exclude: '/v/gone'                   | buckets: '/v/b'",
      "volume: 'v' exclude: '/v/gone' exclude: '/none'      | volume: 'v'",
      "buckets: '/v/gone' buckets: '/none/b'                | buckets: '/v/gone' buckets: '/none/b'",
      "buckets: 'hostile' buckets: '/v/b'                   | buckets: '/v/b'",
      "buckets: '/v/b' buckets: '/v/gone' tables: 'fileTable' | buckets: '/v/b' buckets: '/v/gone' tables: 'fileTable'",
      "buckets: '/v/b' buckets: '/v/fso' tables: 'fileTable'  | buckets: '/v/fso' tables: 'fileTable'"})
  void ofTargetsThatExistedOnceSomeMayBeGone(String targets, String left) throws Exception {
    assertThat(TargetCheck.existing(OmDatabase.current(om::metadata), TextFormat.parse(targets, Targets.class)))
        .isEqualTo(TextFormat.parse(left, Targets.class));
  }
}
