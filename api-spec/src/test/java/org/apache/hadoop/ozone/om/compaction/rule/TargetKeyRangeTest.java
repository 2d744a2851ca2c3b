// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key range as one text, with its table or beside it. */
class TargetKeyRangeTest {

  private static List<String> tables(String joined) {
    return joined == null ? List.of() : Arrays.asList(joined.split("\\+"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      keyTable           | /v/b/a../v/b/z          | keyTable  | /v/b/a   | /v/b/z
      keyTable           | keyTable:a..keyTable:b  | keyTable  | keyTable:a | keyTable:b
                         | fileTable:/1/2/a../1/2/b | fileTable | /1/2/a | /1/2/b
      keyTable+fileTable | fileTable:a:..b:        | fileTable | a:       | b:
      """)
  void tableIsTheOneBesideItOrStandsBeforeIt(String beside, String text, String table, String begin, String end)
      throws RefusedException {
    KeyRange range = TargetKeyRange.parse(tables(beside), text, TargetNames.OF_QUERY);
    assertThat(range.getTable()).isEqualTo(table);
    assertThat(range.getBegin().toStringUtf8()).isEqualTo(begin);
    assertThat(range.getEnd().toStringUtf8()).isEqualTo(end);
    assertThat(TargetKeyRange.parse(List.of(), TargetKeyRange.print(range), TargetNames.OF_QUERY)).isEqualTo(range);
    assertThat(TargetKeyRange.parse(List.of(table), TargetKeyRange.keys(range), TargetNames.OF_QUERY))
        .isEqualTo(range);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
      none               | a..b
      none               | :a..b
      keyTable+fileTable | a..b
      keyTable           | b..a
      keyTable           | a
      none               | keyTable:
      none               | keyTable:..b
      """)
  void wrongTextIsRefused(String beside, String text) {
    assertThatThrownBy(() -> TargetKeyRange.parse(tables(beside), text, TargetNames.OF_JOB))
        .isInstanceOfSatisfying(RefusedException.class,
            e -> assertThat(e.getParameter()).isEqualTo("targets.keyRanges"));
  }
}
