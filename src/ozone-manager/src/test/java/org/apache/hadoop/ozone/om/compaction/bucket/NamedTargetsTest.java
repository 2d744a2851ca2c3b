// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.NextSteps;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmDirectoryInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which key ranges a prefix or a path stands for, over the real tables of an OM. */
class NamedTargetsTest {
  private static final String DIRECTORIES = "directoryTable";

  private static OmDatabaseFixture om;
  private static long volume;
  private static long fso;

  @BeforeAll
  static void open(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    volume = om.volume("v").getObjectID();
    om.bucket("v", "obs", BucketLayout.OBJECT_STORE);
    om.bucket("v", "legacy", BucketLayout.LEGACY);
    fso = om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED).getObjectID();
    om.link("v", "link", "v", "fso");
    directory(fso, "dir", 1_000);
    directory(1_000, "sub", 3_000);
    directory(1_000, "a b", 2_000);
    directory(3_000, "below", 3_001);
    directory(3_001, "deepest", 3_002);
    directory(3_000, "gone", 4_000);
    om.delete(DIRECTORIES, key(3_000, "gone"));
    om.put("fileTable", key(4_000, "of-the-deleted"));
    om.put("fileTable", key(1_000, "file"));
    directory(fso, "é", 5_000);
    directory(fso, "wide", 10_000);
    for (int i = 1; i <= DirectoryPath.MAX_STRETCHES; i++) {
      directory(10_000, "d" + i, 10_000 + 2 * i);
    }
    directory(fso, "just", 20_000);
    for (int i = 1; i < DirectoryPath.MAX_STRETCHES; i++) {
      directory(20_000, "d" + i, 20_000 + 2 * i);
    }
    directory(fso, "huge", 30_000);
    for (int i = 1; i <= DirectoryPath.MAX_DIRECTORIES; i++) {
      directory(30_000, "d" + i, 30_000 + i);
    }
    directory(fso, "dead", 50_000);
    for (int i = 0; i < 120_000; i++) {
      om.delete(DIRECTORIES, key(50_000, "d" + i));
    }
    directory(50_000, "e", 50_001);
    om.flush(DIRECTORIES);
  }

  private static void directory(long parent, String name, long id) throws Exception {
    OmDirectoryInfo info = OmDirectoryInfo.newBuilder().setName(name).setObjectID(id).setParentObjectID(parent)
        .setUpdateID(1).build();
    om.put(DIRECTORIES, OmDatabaseFixture.bytes(key(parent, name)), OmDirectoryInfo.getCodec().toPersistedFormat(info));
  }

  private static String key(long parent, String name) {
    return "/" + volume + "/" + fso + "/" + parent + "/" + name;
  }

  @AfterAll
  static void close() throws Exception {
    om.close();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      logs/2024/ | /v/obs/logs/2024/../v/obs/logs/2024/\\xFF
      key        | /v/obs/key../v/obs/key\\xFF
      é/         | /v/obs/é/../v/obs/é/\\xFF
      a\\xFF     | /v/obs/a\\xFF../v/obs/a\\xFF\\xFF
      a b        | /v/obs/a\\x20b../v/obs/a\\x20b\\xFF
      """)
  void prefixIsARangeInEachTableWithNamesOfKeys(String prefix, String range) throws Exception {
    assertThat(ranges(prefix, null, "buckets: '/v/obs'")).containsExactly(
        "keyTable:" + range, "openKeyTable:" + range, "deletedTable:" + range, "multipartInfoTable:" + range);
    assertThat(ranges(prefix, null, "buckets: '/v/obs' volume: 'v' tables: 'deletedTable' tables: 'keyTable'"))
        .containsExactly("keyTable:" + range, "deletedTable:" + range);
    assertThat(ranges(prefix, null, "buckets: '/v/legacy' tables: 'keyTable'"))
        .containsExactly("keyTable:" + range.replace("/obs/", "/legacy/"));
  }

  /** A job for the slow places of a prefix or path must not become one for all tombstones there. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      logs/ |            | buckets: '/v/obs'
            | /v/fso/dir |
      """)
  void slowPlacesStaySlowPlaces(String prefix, String path, String beside) throws Exception {
    String others = beside == null ? "" : beside;
    assertThat(find(prefix, path, "slow: true " + others).targets().getSlow()).isTrue();
    assertThat(find(prefix, path, others).targets().getSlow()).isFalse();
  }

  @Test
  void pathIsTheDirectoryAndThoseBelowItThatExist() throws Exception {
    assertThat(ranges(null, "/v/fso/dir", "tables: 'fileTable'")).containsExactly(
        "fileTable:" + below(1_000, 1_000), "fileTable:" + below(2_000, 2_000), "fileTable:" + below(3_000, 3_002));
    assertThat(ranges(null, "/v/fso/dir/sub/below/", "tables: 'fileTable'"))
        .containsExactly("fileTable:" + below(3_001, 3_002));
    assertThat(ranges(null, "/v/fso/dir/a b", "tables: 'directoryTable'"))
        .containsExactly("directoryTable:" + below(2_000, 2_000));
  }

  @Test
  void pathIsARangeInEachTableWithIdsOrNames() throws Exception {
    String ids = below(5_000, 5_000);
    String names = "/v/fso/é/../v/fso/é/\\xFF";
    assertThat(ranges(null, "/v/fso/é", "")).containsExactly("deletedTable:" + ids, "deletedTable:" + names,
        "multipartInfoTable:" + names, "fileTable:" + ids, "openFileTable:" + ids, "directoryTable:" + ids,
        "deletedDirectoryTable:" + ids);
  }

  @Test
  void pathOfAsManyRangesAsAllowed() throws Exception {
    assertThat(ranges(null, "/v/fso/just", "tables: 'fileTable' tables: 'directoryTable'"))
        .hasSize(2 * DirectoryPath.MAX_STRETCHES);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      /v/fso/wide      | TOO_LARGE    | 101 directories exist there, which are 101 key ranges
      /v/fso/huge      | TOO_LARGE    | more than 1000 directories exist there.
      /v/fso/dead      | TOO_LARGE    | too many dead entries of directoryTable lie between its directories
      /v/fso/dri       | UNKNOWN_PATH | There is no directory 'dri' in /v/fso.
      /v/fso/jus       | UNKNOWN_PATH | The nearest name there is 'just'.
      /v/fso/wide/d100x | UNKNOWN_PATH | There is no directory 'd100x' in /v/fso/wide. The nearest name there is 'd100'.
      /v/fso/dir/sub/belowe/deepest | UNKNOWN_PATH | no directory 'belowe' in /v/fso/dir/sub. The nearest name there is
      /v/fso/dir/sub/gone  | UNKNOWN_PATH | There is no directory 'gone' in /v/fso/dir/sub.
      /v/fso/dir/file      | UNKNOWN_PATH | /v/fso/dir/file is a file: name what it is in, /v/fso/dir.
      /v/obs/dir           | BAD_REQUEST  | has the layout OBJECT_STORE
      /v/legacy/dir        | BAD_REQUEST  | and the rest as a prefix
      /v/link/dir          | BAD_REQUEST  | is a link and has no keys of its own: name /v/fso.
      /v/none/dir          | UNKNOWN_BUCKET | There is no bucket /v/none.
      /w/fso/dir           | UNKNOWN_BUCKET | There is no bucket /w/fso.
      """)
  void wrongPathIsRefused(String path, String code, String message) {
    assertRefused(null, path, "", code, "targets.path", message);
  }

  @Test
  void pathThatStandsForTooMuchIsRefusedWithWhatElseToName() {
    assertThatThrownBy(() -> find(null, "/v/fso/wide", "")).isInstanceOfSatisfying(RefusedException.class, refused ->
        NextSteps.assertNextStep(refused, "Name a directory below it, or the bucket, /v/fso; or the key ranges that"
            + " 'ozone admin om compaction list --bucket /v/fso' shows"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      buckets: '/v/fso'  | BAD_REQUEST    | targets.prefix  | name a directory by its path
      buckets: '/v/link' | BAD_REQUEST    | targets.buckets | name /v/fso
      buckets: '/v/none' | UNKNOWN_BUCKET | targets.buckets | no bucket /v/none
      buckets: '/v/obs' tables: 'fileTable'            | BAD_REQUEST | targets.tables  | never has a key in fileTable
      buckets: '/v/obs' tables: 'snapshotRenamedTable' | BAD_REQUEST | targets.tables  | name other tables
      buckets: '/v/obs' exclude: '/v/o*'               | BAD_REQUEST | targets.exclude | excludes bucket /v/obs
      buckets: '/v/obs' volume: 'w'                    | UNKNOWN_VOLUME | targets.volume | no volume 'w'
      """)
  void prefixWithoutKeysOfThatNameIsRefused(String beside, String code, String parameter, String message) {
    assertRefused("logs/", null, beside, code, parameter, message);
  }

  @Test
  void tablesWithoutDirectoriesHaveNoPath() {
    assertRefused(null, "/v/fso/dir", "tables: 'snapshotRenamedTable'", "BAD_REQUEST", "targets.tables",
        "Keys of snapshotRenamedTable have no directories in /v/fso");
    assertRefused(null, "/v/fso/dir", "tables: 'keyTable'", "BAD_REQUEST", "targets.tables",
        "Bucket /v/fso never has a key in keyTable");
  }

  @Test
  void saysWhatAPathDoesNotReach() throws Exception {
    assertThat(find(null, "/v/fso/dir/sub", "").remarks()).containsExactly("/v/fso/dir/sub stands for 3 directories"
        + " that exist, itself among them. What was deleted with other directories lies under ids that nothing leads to"
        + " any more: only the whole bucket, /v/fso, reaches that.");
    assertThat(find(null, "/v/fso/é", "").remarks()).singleElement().asString()
        .startsWith("/v/fso/é stands for one directory, as none exists below it. ");
    assertThat(find("a", null, "buckets: '/v/obs'").remarks()).isEmpty();
  }

  @Test
  void otherTargetsStayAsTheyAre() throws Exception {
    String targets = "buckets: '/v/obs' buckets: '/v/fso' tables: 'deletedTable' exclude: '/v/legacy'";
    assertThat(find(null, null, targets).targets()).isEqualTo(TextFormat.parse(targets, Targets.class));
  }

  private static String below(long first, long last) {
    return key(first, "") + ".." + key(last, "") + "\\xFF";
  }

  private static List<String> ranges(String prefix, String path, String beside) throws Exception {
    Targets found = find(prefix, path, beside).targets();
    TargetCheck.check(OmDatabase.current(om::metadata), found, TargetNames.OF_JOB);
    return found.getKeyRangesList().stream().map(TargetKeyRange::print).toList();
  }

  private static void assertRefused(String prefix, String path, String beside, String code, String parameter,
      String message) {
    assertThatThrownBy(() -> find(prefix, path, beside)).isInstanceOfSatisfying(RefusedException.class, refused -> {
      assertThat(refused.getCode()).hasToString(code);
      assertThat(refused.getParameter()).isEqualTo(parameter);
    }).hasMessageContaining(message);
  }

  private static NamedTargets find(String prefix, String path, String beside) throws Exception {
    Targets targets = TextFormat.parse(beside, Targets.class);
    Optional<NamedKeys> keys = NamedKeys.of(prefix, path, targets, TargetNames.OF_JOB);
    return NamedTargets.find(OmDatabase.current(om::metadata), keys, targets, TargetNames.OF_JOB);
  }
}
