// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.hadoop.ozone.admin.om.compaction.option.ByteSize;
import org.apache.hadoop.ozone.admin.om.compaction.option.Count;
import org.apache.hadoop.ozone.admin.om.compaction.option.Ratio;
import org.apache.hadoop.ozone.admin.om.compaction.option.WaitTime;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({"0,0", "999,999", "1000,1.00k", "12345,12.3k", "99949,99.9k", "99951,100k", "999499,999k",
      "999500,1.00M", "1234567,1.23M", "9223372036854775807,9223P"})
  void countsPrintThreeDigits(long count, String text) {
    assertThat(Units.count(count)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0 B", "1023,1023 B", "1024,1.00 KB", "1536,1.50 KB", "52428800,50.0 MB", "1073741823,1.00 GB",
      "268435456,256 MB", "-1024,-1.00 KB"})
  void bytesPrintThreeDigits(long bytes, String text) {
    assertThat(Units.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0 B", "1024,1024,1.00 KB", "1024,1536,1.00-1.50 KB", "900,1048576,900 B-1.00 MB",
      "1048576,1048577,1.00 MB"})
  void intervalsOfBytesPrintACommonUnitOnce(long low, long high, String text) {
    assertThat(Units.bytes(new CountInterval().low(low).high(high))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"35500,false,35.5 ms", "100734,true,>100 ms", "400,true,>400 us", "1230000,true,>1.23 s"})
  void boundedSeeksPrintAsLowerBounds(long micros, boolean bounded, String text) {
    assertThat(Units.seek(new Seek().micros(micros).bounded(bounded))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0 %", "0.41,0.41,41 %", "0.3,0.52,30-52 %", "0.411,0.414,41 %", "0.001,0.001,<1 %",
      "0.9999,1,>99-100 %", "1,1,100 %"})
  void ratiosPrintInPercent(double low, double high, String text) {
    assertThat(Units.ratio(new RatioInterval().low(low).high(high))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0 us", "999,999 us", "1000,1.0 ms", "35500,35.5 ms", "1500000,1.50 s"})
  void timesOfSeeksPrintWithTheirUnit(long micros, String text) {
    assertThat(Units.micros(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0 s", "59,59 s", "61,1 min 01 s", "3660,1 h 01 min", "90000,25 h 00 min", "180000,2 d 02 h"})
  void durationsPrintTwoUnits(long seconds, String text) {
    assertThat(Units.duration(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

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
  @ValueSource(longs = {0, 1023, 1024, 52428800, 268435456})
  void printedSizesAreAccepted(long bytes) {
    assertThat(bytes == 0 ? 0 : new ByteSize().convert(Units.bytes(bytes))).isEqualTo(bytes);
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

  /** The texts are those that the columns of a list show. */
  @ParameterizedTest
  @ValueSource(longs = {1, 999, 1_000, 34_000, 1_500_000})
  void printedCountsAreAccepted(long count) {
    assertThat(new Count().convert(Units.count(count))).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({"90s,90", "90,90", "10m,600", "10min,600", "1h30m,5400", "2d,172800"})
  void waitTimesAreAccepted(String text, long seconds) {
    assertThat(new WaitTime().convert(text)).hasSeconds(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0s", "-1s", "soon", "1m1h", "1.5h", "1h30", "2d5", "10m30", "1h30 m"})
  void wrongWaitTimesAreRefused(String text) {
    assertThatThrownBy(() -> new WaitTime().convert(text)).isInstanceOf(TypeConversionException.class);
  }
}
