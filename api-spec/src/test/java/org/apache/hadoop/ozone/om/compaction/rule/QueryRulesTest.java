// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Query parameters, strictly. */
class QueryRulesTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      bucket=%2Fvol%2Fb%C3%BCcket   | bucket        | /vol/bücket
      bucket=/vol/b                 | bucket        | /vol/b
      volume=%F0%9F%97%91           | volume        | 🗑
      table=keyTable,fileTable      | table         | keyTable,fileTable
      nodeId=all                    | nodeId        | all
      minRatio=0                    | minRatio      | 0
      minRatio=0.25                 | minRatio      | 0.25
      minRatio=1                    | minRatio      | 1
      minRatio=2.5e-1               | minRatio      | 2.5e-1
      minTombstones=0               | minTombstones | 0
      limit=20000                   | limit         | 20000
      sort=RATIO                    | sort          | RATIO
      exact=true                    | exact         | true
      sort=WAIT                     | sort          | WAIT
      prevKey=a+b                   | prevKey       | a b
      """)
  void rightQueryIsRead(String raw, String name, String value) throws RefusedException {
    assertThat(QueryRules.BUCKETS.parse(raw).get(name)).containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
      minRatio=-0.1                         | minRatio
      minRatio=1.01                         | minRatio
      minRatio=NaN                          | minRatio
      minRatio=Infinity                     | minRatio
      minRatio=0x1p-1                       | minRatio
      minRatio=1e999                        | minRatio
      minRatio=half                         | minRatio
      minRatio=%D9%A0                       | minRatio
      minTombstones=-1                      | minTombstones
      minTombstones=1.0                     | minTombstones
      minTombstones=%2B1                    | minTombstones
      minTombstones=9223372036854775808     | minTombstones
      minTombstones=99999999999999999999999 | minTombstones
      minTombstones=%D9%A3                  | minTombstones
      minTombstones=                        | minTombstones
      minTombstones                         | minTombstones
      limit=0                               | limit
      limit=20001                           | limit
      limit=all                             | limit
      sort=worst                            | sort
      sort=ratio                            | sort
      exact=1                               | exact
      exact=TRUE                            | exact
      table=keyTable,,fileTable             | table
      nodeId=,                              | nodeId
      limit=1&limit=1                       | limit
      limit=1&%6Cimit=2                     | limit
      Limit=1                               | Limit
      top=1                                 | top
      bucket=%C3%28                         | bucket
      bucket=%ED%A0%80                      | bucket
      bucket=%zz                            | bucket
      bucket=%2                             | bucket
      nonsense                              | nonsense
      """)
  void wrongQueryIsRefusedWithItsParameter(String raw, String parameter) {
    assertThatThrownBy(() -> QueryRules.BUCKETS.parse(raw))
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getCode()).isEqualTo(ErrorCode.BAD_REQUEST);
          assertThat(e.getParameter()).isEqualTo(parameter);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"&", "=", "a=b&", "%00=1", "%zz=1"})
  void anyParameterIsRefusedWhereNoneIsDeclared(String raw) {
    assertThatThrownBy(() -> QueryRules.NONE.parse(raw)).isInstanceOf(RefusedException.class);
  }

  @Test
  void tooLongValueIsRefusedAndShortened() {
    assertThatThrownBy(() -> QueryRules.BUCKETS.parse("volume=" + "v".repeat(256)))
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getParameter()).isEqualTo("volume");
          assertThat(e.getMessage()).hasSizeLessThan(300);
        });
  }

  @Test
  void minimumAboveTheMaximumIsRefused() {
    assertThatThrownBy(() -> QueryRules.RANGES.parse("minTombstones=11&maxEntries=10"))
        .isInstanceOfSatisfying(RefusedException.class,
            e -> assertThat(e.getParameter()).isEqualTo("minTombstones"));
  }

  @Test
  void targetsMayBeGivenSeveralTimes() throws RefusedException {
    assertThat(QueryRules.RANGES.parse("bucket=/v/b&table=keyTable&bucket=/v/a,b&keyRange=a..b&keyRange=c..d"))
        .isEqualTo(Map.of("bucket", List.of("/v/b", "/v/a,b"), "table", List.of("keyTable"),
            "keyRange", List.of("a..b", "c..d")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket=/v/b&bucket=", "volume=v&volume=v", "exclude=/v&exclude=/w", "table=a&table=b"})
  void whatAJobTakesOnceIsTakenOnceAndEachValueIsChecked(String raw) {
    assertThatThrownBy(() -> QueryRules.RANGES.parse(raw)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getParameter()).isEqualTo(raw.substring(0, raw.indexOf('='))));
  }

  @Test
  void emptyQueryIsRead() throws RefusedException {
    assertThat(QueryRules.NONE.parse(null)).isEmpty();
    assertThat(QueryRules.BUCKETS.parse("")).isEmpty();
  }
}
