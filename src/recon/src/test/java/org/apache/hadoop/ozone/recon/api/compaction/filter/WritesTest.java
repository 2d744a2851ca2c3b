// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a Recon takes writes at all. */
class WritesTest {
  private static OzoneConfiguration conf(boolean secure, boolean http, String type, String writes) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.setBoolean("ozone.security.enabled", secure);
    conf.setBoolean("ozone.security.http.kerberos.enabled", http);
    conf.set("ozone.recon.http.auth.type", type);
    if (writes != null) {
      conf.set("ozone.recon.om.range.compaction.writes.enabled", writes);
    }
    return conf;
  }

  @ParameterizedTest(name = "secure {0}, HTTP {1} {2}, writes {3}")
  @CsvSource(nullValues = "-", value = {
      "false, false, simple,   -",
      "false, false, simple,   true",
      "false, true,  simple,   -",
      "true,  true,  kerberos, -",
      "true,  true,  kerberos, true",
      "true,  true,  org.example.SignOn, -",
      "true,  false, simple,   true",
      "true,  true,  simple,   true",
      "true,  true,  simple,   -"})
  void writesAreAccepted(boolean secure, boolean http, String type, String writes) {
    assertThatCode(() -> WriteFilter.requireWrites(conf(secure, http, type, writes))).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "secure {0}, HTTP {1} {2}, writes {3}")
  @CsvSource(nullValues = "-", value = {
      "false, false, simple,   false, is false",
      "true,  true,  kerberos, false, is false",
      "true,  true,  kerberos, maybe, is maybe",
      "true,  false, simple,   -,     does not find out who asks",
      "true,  false, kerberos, -,     does not find out who asks",
      "true,  false, simple,   false, is false"})
  void writesAreRefused(boolean secure, boolean http, String type, String writes, String why) {
    RefusedException refusal = catchThrowableOfType(RefusedException.class,
        () -> WriteFilter.requireWrites(conf(secure, http, type, writes)));
    assertThat(refusal.getCode()).isEqualTo(ErrorCode.WRITES_DISABLED);
    assertThat(refusal).hasMessageContaining(why).hasMessageNotContaining("ozone admin");
    assertThat(refusal.sentence()).contains("ozone.recon.om.range.compaction.writes.enabled");
    assertThat(refusal.getNextStep()).contains("se 'ozone admin om compaction'");
  }
}
