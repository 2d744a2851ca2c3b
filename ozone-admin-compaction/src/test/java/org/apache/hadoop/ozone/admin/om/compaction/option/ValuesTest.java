// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Values of options in the forms that people write. */
class ValuesTest {
  @ParameterizedTest
  @CsvSource({"4096,4096", "50MB,52428800", "50 mb,52428800", "50MB/s,52428800", "1.5GB,1610612736", "1k,1024",
      "256MiB,268435456", "7B,7"})
  void sizesAreAccepted(String text, long bytes) {
    assertThat(new ByteSize().convert(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "-50MB", "0", "0MB", "0.4B", "MB", "50XB", "1e9", "9999999PB", "50 MB MB"})
  void wrongSizesAreRefused(String text) {
    assertThatThrownBy(() -> new ByteSize().convert(text)).isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({"5000,5000", "34.0k,34000", "10K,10000", "1.5M,1500000", "2G,2000000000", "0,0"})
  void countsAreAccepted(String text, long count) {
    assertThat(new Count().convert(text)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5", "1.2345k", "k", "10kB", "NaN", "99999999999G", "1e3"})
  void wrongCountsAreRefused(String text) {
    assertThatThrownBy(() -> new Count().convert(text)).isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({"0.3,0.3", "30%,0.3", "30 %,0.3", "0,0", "1,1", "100%,1", "0.5%,0.005", "1e-3,0.001"})
  void ratiosAreAccepted(String text, double ratio) {
    assertThat(new Ratio().convert(text)).isEqualTo(ratio);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-0.1", "1.5", "130%", "NaN", "many", "%", "1e9"})
  void wrongRatiosAreRefused(String text) {
    assertThatThrownBy(() -> new Ratio().convert(text)).isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({"90s,90", "10m,600", "10min,600", "1h30m,5400", "2d,172800"})
  void waitTimesAreAccepted(String text, long seconds) {
    assertThat(new WaitTime().convert(text)).hasSeconds(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", " 7 ", "0", "99999999999"})
  void waitTimeWithoutAUnitIsRefused(String text) {
    assertThatThrownBy(() -> new WaitTime().convert(text)).isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' has no unit; write it as 90s, 10m or 1h30m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0s", "-1s", "soon", "1m1h", "1.5h", "1h30", "2d5", "10m30", "1h30 m"})
  void wrongWaitTimesAreRefused(String text) {
    assertThatThrownBy(() -> new WaitTime().convert(text)).isInstanceOf(TypeConversionException.class);
  }
}
