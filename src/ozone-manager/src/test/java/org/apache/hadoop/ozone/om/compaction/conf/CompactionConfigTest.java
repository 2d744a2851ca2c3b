// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactionConfigTest {
  private static final String PREFIX = "ozone.om.range.compaction.";

  private static CompactionConfig with(String key, String value) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(PREFIX + key, value);
    return CompactionConfig.from(conf);
  }

  @Test
  void defaultsAreThoseOfTheDocumentation() {
    CompactionConfig config = CompactionConfig.from(new OzoneConfiguration());
    assertThat(config.isEnabled()).isTrue();
    assertThat(config.getMaxEntries()).isEqualTo(1_000_000);
    assertThat(config.getMaxBytes()).isEqualTo(256L << 20);
    assertThat(config.getTombstoneRatio()).isEqualTo(0.3);
    assertThat(config.getMinTombstones()).isEqualTo(10_000);
    assertThat(config.getMaxWriteRate()).isEqualTo(50L << 20);
    assertThat(config.getMaxParallelNodes()).isEqualTo(1);
    assertThat(config.getTurnTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(config.getNodeUnreachableTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.getDiskReserve()).isEqualTo(10L << 30);
    assertThat(config.getMetricsInterval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.isUnauthenticatedReads()).isFalse();
    assertThat(CompactionConfig.isGuardOn(new OzoneConfiguration())).isFalse();
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
      "max.entries, 0", "max.entries, many", "max.bytes, -1", "max.bytes, 256 parsecs", "tombstone.ratio, 1.5",
      "tombstone.ratio, -0.1", "tombstone.ratio, half", "min.tombstones, -1", "max.write.rate, 0",
      "max.parallel.nodes, 0", "max.parallel.nodes, 99999999999", "turn.timeout, 0s", "turn.timeout, soon",
      "turn.timeout, 3651d", "node.unreachable.timeout, -5s", "node.unreachable.timeout, 106752d",
      "disk.reserve, -1", "exact.read.rate, 0",
      "guard, perhaps", "metrics.interval, 999ms", "metrics.interval, 25h", "metrics.interval, never"})
  void invalidValueIsReplacedByTheDefaultAndOthersStay(String key, String value) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(PREFIX + key, value);
    conf.set(PREFIX + "enabled", "false");
    CompactionConfig config = CompactionConfig.from(conf);
    CompactionConfig defaults = CompactionConfig.from(new OzoneConfiguration());
    assertThat(config.isEnabled()).isFalse();
    for (Function<CompactionConfig, Object> setting : List.<Function<CompactionConfig, Object>>of(
        CompactionConfig::getMaxEntries, CompactionConfig::getMaxBytes, CompactionConfig::getTombstoneRatio,
        CompactionConfig::getMinTombstones, CompactionConfig::getMaxWriteRate, CompactionConfig::getMaxParallelNodes,
        CompactionConfig::getTurnTimeout, CompactionConfig::getNodeUnreachableTimeout,
        CompactionConfig::getDiskReserve, CompactionConfig::getMetricsInterval)) {
      assertThat(setting.apply(config)).isEqualTo(setting.apply(defaults));
    }
    assertThat(conf.get(PREFIX + key)).as("the OM's own configuration is not touched").isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0s", "-1", "-60s"})
  void zeroIntervalMeansNoReadings(String interval) {
    assertThat(with("metrics.interval", interval).areTablesMeasured()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1s", "1d", "5m"})
  void metricsIntervalIsBetweenASecondAndADay(String interval) {
    CompactionConfig config = with("metrics.interval", interval);
    assertThat(config.areTablesMeasured()).isTrue();
    assertThat(config.getMetricsInterval()).isBetween(Duration.ofSeconds(1), Duration.ofDays(1));
  }

  /** Turns measure with a clock that counts nanoseconds. */
  @Test
  void longestTimeoutsFitIntoNanoseconds() {
    Duration longest = with("node.unreachable.timeout", "3650d").getNodeUnreachableTimeout();
    assertThat(longest).isEqualTo(Duration.ofDays(3650)).isEqualTo(with("turn.timeout", "3650d").getTurnTimeout());
    assertThat(longest.toNanos()).isPositive();
  }

  @Test
  void switchAndLimitsAreReconfigured() {
    CompactionConfig config = with("max.bytes", "1GB");
    assertThat(CompactionConfig.reconfigurableKeys()).containsExactly(Stream.of("enabled", "max.entries", "max.bytes",
        "tombstone.ratio", "min.tombstones", "max.write.rate", "max.parallel.nodes", "turn.timeout", "disk.reserve")
        .map(PREFIX::concat).toArray(String[]::new));
    assertThat(config.reconfigure(PREFIX + "enabled", "false")).isEqualTo("false");
    config.reconfigure(PREFIX + "tombstone.ratio", "0.5");
    config.reconfigure(PREFIX + "turn.timeout", "90s");
    assertThat(config.isEnabled()).isFalse();
    assertThat(config.getTombstoneRatio()).isEqualTo(0.5);
    assertThat(config.getTurnTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.getMaxBytes()).isEqualTo(1L << 30);
    assertThat(config.reconfigure(PREFIX + "max.bytes", null)).isNull();
    assertThat(config.getMaxBytes()).isEqualTo(256L << 20);
  }

  @ParameterizedTest
  @CsvSource({"enabled, yes", "max.entries, 0", "max.write.rate, fast", "tombstone.ratio, 2", "turn.timeout, 0s",
      "turn.timeout, 106752d"})
  void invalidValueIsNotTakenUp(String key, String value) {
    CompactionConfig config = with("max.entries", "7");
    assertThatThrownBy(() -> config.reconfigure(PREFIX + key, value)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(PREFIX + key + " = '" + value + "' cannot be used (");
    assertThat(config.isEnabled()).isTrue();
    assertThat(config.getMaxEntries()).isEqualTo(7);
    config.reconfigure(PREFIX + "enabled", "false");
    assertThat(config.isEnabled()).isFalse();
  }

  @Test
  void sizesAndTimesTakeUnits() {
    assertThat(with("max.bytes", "1GB").getMaxBytes()).isEqualTo(1L << 30);
    assertThat(with("turn.timeout", "90s").getTurnTimeout()).isEqualTo(Duration.ofSeconds(90));
  }
}
