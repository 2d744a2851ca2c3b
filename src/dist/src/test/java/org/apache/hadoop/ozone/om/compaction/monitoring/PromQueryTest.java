// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromQueryTest {
  @ParameterizedTest
  @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
      "a_metric ; a_metric",
      "rate(a_metric{b=~\"$c\"}[$__rate_interval]) / 1e6 > 0 ; a_metric",
      "max by (state) (a_metric{instance=~\"$i\"}) ; a_metric",
      "a_metric / on(b, c) group_left(d) other_metric ; a_metric other_metric",
      "avg_over_time(a_metric{reason!~\"X|Y\"}[15m]) > 0.8 and other_metric offset 5m ; a_metric other_metric"})
  void findsTheMetricsOfAQuery(String query, String metrics) {
    assertThat(PromQuery.metrics(query)).isEqualTo(Set.of(metrics.split(" ")));
  }
}
