// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionHttpInitializerTest {
  private static final String OURS = CompactionHttpInitializer.class.getName();

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "unset", value = {
      "unset | org.apache.hadoop.http.lib.StaticUserWebFilter,OURS",
      "''    | org.apache.hadoop.http.lib.StaticUserWebFilter,OURS",
      "a.B   | a.B,OURS",
      "OURS  | OURS",
      "a.B,OURS | a.B,OURS"})
  void oursComesLastAndOnce(String given, String expected) {
    OzoneConfiguration conf = new OzoneConfiguration();
    if (given == null) {
      conf.unset("ozone.http.filter.initializers");
    } else {
      conf.set("ozone.http.filter.initializers", given.replace("OURS", OURS));
    }

    CompactionHttpInitializer.addTo(conf);
    assertThat(conf.get("ozone.http.filter.initializers")).isEqualTo(expected.replace("OURS", OURS));
  }
}
