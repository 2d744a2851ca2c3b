// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys by what they begin with, or by the path of a directory, before an OM has looked. */
class NamedKeysTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      /lake/staging/a        | /lake/staging | a
      /lake/staging/a/       | /lake/staging | a
      /lake/staging/a/b//    | /lake/staging | a,b
      /lake/staging/a b/é    | /lake/staging | a b,é
      /lake/staging/...      | /lake/staging | ...
      """)
  void pathLeadsFromTheBucketToTheDirectory(String path, String bucket, String directories) throws Exception {
    NamedKeys keys = NamedKeys.of(null, path, beside("tables: 'fileTable'"), TargetNames.OF_QUERY).orElseThrow();
    assertThat(keys.isPath()).isTrue();
    assertThat(keys.bucket()).isEqualTo(bucket);
    assertThat(keys.directories()).isEqualTo(List.of(directories.split(",")));
    assertThat(keys.namesBegin()).asString(StandardCharsets.UTF_8).isEqualTo(directories.replace(',', '/') + "/");
    assertThat(keys).hasToString(bucket + "/" + directories.replace(',', '/'));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      lake/staging/a            | not the path of a directory
      /lake//a                  | not the path of a directory
      //staging/a               | not the path of a directory
      /lake/staging/a//b        | not the path of a directory
      /lake/staging/a/../b      | not the path of a directory
      /lake/staging/./b         | not the path of a directory
      ofs://om/lake/staging/a   | write it as /volume/bucket/directory
      /                         | not the path of a directory
      /lake                     | not the path of a directory
      /lake/staging             | path of a bucket: name it as a bucket
      /lake/staging/            | path of a bucket: name it as a bucket
      /lake/staging/a\\b        | a backslash itself is written \\x5C
      """)
  void whatIsNoPathOfADirectoryIsRefused(String path, String message) {
    assertRefused(null, path, "", "targets.path", message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      volume: 'lake'
      buckets: '/lake/staging'
      key_ranges { table: 'fileTable' begin: 'a' end: 'b' }
      """)
  void pathStandsForItself(String beside) {
    assertRefused(null, "/lake/staging/a", beside, "targets.path", "stands for itself");
    assertRefused("a", "/lake/staging/a", "", "targets.path", "stands for itself");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      logs/2024/ | logs/2024/
      é          | é
      a\\xFF     | a\\xFF
      /          | /
      """)
  void prefixIsThatOfKeysInABucket(String text, String printed) throws Exception {
    NamedKeys keys = NamedKeys.of(text, null, beside("buckets: '/v/b'"), TargetNames.OF_QUERY).orElseThrow();
    assertThat(keys.isPath()).isFalse();
    assertThat(keys.bucket()).isEqualTo("/v/b");
    assertThat(keys).hasToString("/v/b/" + printed);
  }

  @Test
  void prefixIsBytes() throws Exception {
    assertThat(NamedKeys.of("a\\xFFé", null, beside("buckets: '/v/b'"), TargetNames.OF_QUERY).orElseThrow()
        .namesBegin())
        .isEqualTo("a\u00ff\u00c3\u00a9".getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
      logs | none                                     | name just that bucket
      logs | volume: 'v'                              | name just that bucket
      logs | buckets: '/v/b' buckets: '/v/c'          | name just that bucket
      logs | key_ranges { begin: 'a' end: 'b' }       | name just that bucket
      ''   | buckets: '/v/b'                          | prefix is empty
      a\\x | buckets: '/v/b'                          | backslash
      """)
  void prefixNeedsItsBucket(String prefix, String beside, String message) {
    assertRefused(prefix, null, beside == null ? "" : beside, "targets.prefix", message);
  }

  @Test
  void standsForItsBucketWhereNoOmCanBeAsked() throws Exception {
    Targets beside = beside("tables: 'fileTable' exclude: '/shop'");
    assertThat(NamedKeys.of(null, "/v/b/a", beside, TargetNames.OF_JOB).orElseThrow().inBucket(beside))
        .isEqualTo(beside("tables: 'fileTable' buckets: '/v/b' exclude: '/shop'"));
  }

  @Test
  void nothingIsNamed() throws Exception {
    assertThat(NamedKeys.of(null, null, beside("buckets: '/v/b'"), TargetNames.OF_JOB)).isEmpty();
  }

  private static void assertRefused(String prefix, String path, String beside, String parameter, String message) {
    assertThatThrownBy(() -> NamedKeys.of(prefix, path, beside(beside), TargetNames.OF_JOB))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo(parameter))
        .hasMessageContaining(message);
  }

  private static Targets beside(String text) throws Exception {
    return TextFormat.parse(text, Targets.class);
  }
}
