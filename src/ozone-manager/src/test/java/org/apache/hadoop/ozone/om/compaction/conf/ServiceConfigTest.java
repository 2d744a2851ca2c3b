// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceConfigTest {
  private static final String PREFIX = "ozone.om.range.compaction.service.";

  @Test
  void defaultsAreThoseOfTheDocumentation() {
    ServiceConfig config = ServiceConfig.from(new OzoneConfiguration());
    assertThat(config.isEnabled()).isFalse();
    assertThat(config.getMode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.getInterval()).isEqualTo(Duration.ofMinutes(10));
    assertThat(config.getMaxAge()).isEqualTo(Duration.ofDays(7));
    assertThat(config.getHurtingSeek()).isEqualTo(Duration.ofMillis(5));
    assertThat(config.getDailyBytes()).isEqualTo(20L << 30);
    assertThat(config.getMaxWriteRate()).isEqualTo(20L << 20);
    assertThat(config.getWindows().isAlways()).isTrue();
    assertThat(config.getExclude()).isEmpty();
    assertThat(config.getProblems()).isEmpty();
  }

  @Test
  void everyKeyIsRead() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(PREFIX + "enabled", "true");
    conf.set(PREFIX + "mode", " Compact");
    conf.set(PREFIX + "interval", "1s");
    conf.set(PREFIX + "max.age", "0");
    conf.set(PREFIX + "hurting.seek", "250us");
    conf.set(PREFIX + "daily.bytes", "1GB");
    conf.set(PREFIX + "max.write.rate", "5MB");
    conf.set(PREFIX + "exclude", "/shop, /lake/*-live");
    conf.set(PREFIX + "windows", "Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02");
    ServiceConfig config = ServiceConfig.from(conf);
    assertThat(config.isEnabled()).isTrue();
    assertThat(config.getMode()).isEqualTo(Mode.COMPACT);
    assertThat(config.getInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.getMaxWriteRate()).isEqualTo(5L << 20);
    assertThat(config.getMaxAge()).isZero();
    assertThat(config.getHurtingSeek()).isEqualTo(Duration.ofNanos(250_000));
    assertThat(config.getDailyBytes()).isEqualTo(1L << 30);
    assertThat(config.getExclude()).containsExactly("/shop", "/lake/*-live");
    assertThat(config.getWindows())
        .hasToString("Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02");
    assertThat(config.getProblems()).isEmpty();
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(delimiter = '|', value = {
      "mode | destroy", "mode | ''", "interval | 0s", "interval | 25h", "interval | soon",
      "max.age | -1d",
      "exclude | shop", "exclude | /shop,,/lake", "exclude | /shop,/*", "exclude | /a/b/c",
      "max.age | old", "max.age | 3651d", "max.age | 9000000000000000000d", "hurting.seek | 0",
      "hurting.seek | -5ms", "hurting.seek | 999ns", "hurting.seek | 25h", "daily.bytes | 0", "daily.bytes | -1GB",
      "daily.bytes | 2PB", "daily.bytes | plenty", "max.write.rate | 0",
      "max.write.rate | 2TB", "windows | ''", "windows | Mon 20:00-20:00", "windows | sometimes",
      "windows | Mon-Fri 20:00-06:00 Atlantis/Sunk", "windows | Mon 01:00-03:00, Mon 02:00-04:00 UTC",
      "windows | always except 2026-12-32", "windows | always except 2027-01-02..2026-12-24",
      "windows | always except 2026-12-24, 2026-12-25", "windows | always except 2026-12-24..2062-01-02"})
  void invalidValueIsNamedWithItsKeyAndOthersStay(String key, String value) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(PREFIX + "enabled", "true");
    conf.set(PREFIX + key, value);
    ServiceConfig config = ServiceConfig.from(conf);
    assertThat(config.isEnabled()).isTrue();
    assertThat(config.getProblems()).singleElement().asString().startsWith(PREFIX + key + " = '" + value + "'");
  }

  @Test
  void invalidBooleanIsNamed() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(PREFIX + "enabled", "yes");
    ServiceConfig config = ServiceConfig.from(conf);
    assertThat(config.isEnabled()).isFalse();
    assertThat(config.getProblems()).singleElement().asString().contains("'yes'").contains("true or false");
  }
}
