// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.apache.hadoop.ozone.admin.om.compaction.option.ByteSize;
import org.apache.hadoop.ozone.admin.om.compaction.option.Count;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers as text, and that what is printed is accepted again. */
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
    assertThat(Units.bytes(new ByteIntervalJson().low(low).high(high))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"34000,62000,~48.0k", "0,34000,<=34.0k", "5,34000,<=34.0k", "34000,34000,34.0k", "1,7,~4", "1,8,<=8",
      "2,3,~2"})
  void columnsShowOneNumberOfACount(long low, long high, String text) {
    assertThat(Units.count(Figure.interval(low, high), TextTable.Layout.FITTED)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.41,0.41,41 %", "0.3,0.52,~41 %", "0,0.3,<=30 %", "0,0.95,? %", "0.05,1,? %"})
  void columnsShowOneNumberOfARatio(double low, double high, String text) {
    assertThat(Units.ratio(Figure.ratio(low, high), TextTable.Layout.FITTED))
        .isEqualTo(text.replace("? %", "?"));
  }

  /** A wait is an estimate; a row without one is of keys where no known place is slow. */
  @ParameterizedTest
  @CsvSource(nullValues = "none", value = {"none,-", "5000,~5.0 ms", "35500,~35.5 ms", "349012,~349 ms",
      "1230000,~1.23 s"})
  void waitsPrintAsEstimates(Long micros, String text) {
    assertThat(Units.wait(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0 %", "0.41,0.41,41 %", "0.3,0.52,30-52 %", "0.411,0.414,41 %", "0.001,0.001,<1 %",
      "0.9999,1,>99-100 %", "1,1,100 %"})
  void ratiosPrintInPercent(double low, double high, String text) {
    assertThat(Units.ratio(Figure.ratio(low, high))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0 us", "999,999 us", "1000,1.0 ms", "35500,35.5 ms", "349012,349 ms", "1500000,1.50 s"})
  void timesPrintWithTheirUnit(long micros, String text) {
    assertThat(Units.micros(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1023, 1024, 52428800, 268435456})
  void printedSizesAreAccepted(long bytes) {
    assertThat(bytes == 0 ? 0 : new ByteSize().convert(Units.bytes(bytes))).isEqualTo(bytes);
  }

  /** The texts are those that the columns of a list show. */
  @ParameterizedTest
  @ValueSource(longs = {1, 999, 1_000, 34_000, 1_500_000})
  void printedCountsAreAccepted(long count) {
    assertThat(new Count().convert(Units.count(count))).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "the window opens at 2030-06-01T20:00:00Z          | the window opens at 2030-06-01 22:00:00 +02:00",
      "since 2030-01-01T00:00:00.123Z; it goes on        | since 2030-01-01 01:00:00 +01:00; it goes on",
      "It rests until 2030-06-01T20:00:00Z.              | It rests until 2030-06-01 22:00:00 +02:00.",
      "no key begins with /v/b/2030-06-01T20:00:00Z      | no key begins with /v/b/2030-06-01T20:00:00Z",
      "--key-range 2030-06-01T20:00:00Z..x               | --key-range 2030-06-01T20:00:00Z..x",
      "at 2030-02-31T20:00:00Z                           | at 2030-02-31T20:00:00Z"})
  void timesOfAnOmsSentenceAreOnTheUsersClock(String sentence, String shown) {
    assertThat(Units.onClock(sentence, ZoneId.of("Europe/Berlin"))).isEqualTo(shown);
  }
}
