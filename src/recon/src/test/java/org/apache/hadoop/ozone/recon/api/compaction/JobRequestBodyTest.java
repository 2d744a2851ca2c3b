// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The body of a new job is read strictly. */
class JobRequestBodyTest {

  @Test
  void declaredFieldsAreRead() throws IOException {
    JobRequestJson request = read("""
        {"jobId": "123e4567-e89b-12d3-a456-426614174000", "nodeIds": ["om1"], "maxParallelNodes": 1,
         "targets": {"volume": "v", "buckets": ["/v/b"], "tables": ["keyTable"],
                     "keyRanges": [{"table": "keyTable", "begin": {"text": "/v/b/a", "base64": "L3YvYi9h"},
                                    "end": {"text": "/v/b/b", "base64": "L3YvYi9i"}}]},
         "thresholds": {"minTombstones": 1, "minRatio": 1, "top": 1, "maxEntries": 1, "maxBytes": 1,
                        "maxTotalBytes": 1},
         "notBefore": "2030-01-01T00:00:00Z", "notAfter": "2030-01-02T00:00:00Z", "maxWriteRate": 1}""");
    assertThat(request.getTargets().getKeyRanges().get(0).getEnd().getBase64()).asString().isEqualTo("/v/b/b");
    assertThat(request.getThresholds().getMinRatio()).isEqualTo(1.0);
  }

  @Test
  void absentFieldsStayAbsent() throws IOException {
    assertThat(read("{}")).isEqualTo(new JobRequestJson());
    assertThat(read("{\"targets\": {\"everything\": true}}").getTargets().getEverything()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      ``                                                     | body
      ` `                                                    | body
      null                                                   | body
      []                                                     | body
      "job"                                                  | body
      5                                                      | body
      {                                                      | body
      {}{}                                                   | body
      {} x                                                   | body
      <xml/>                                                 | body
      {"a'                                                   | body
      {"target": {}}                                         | target
      {"targets": {"bucket": "/v/b"}}                        | targets.bucket
      {"targets": null}                                      | targets
      {"targets": ""}                                        | targets
      {"targets": []}                                        | targets
      {"targets": {"buckets": null}}                         | targets.buckets
      {"targets": {"buckets": "/v/b"}}                       | targets.buckets
      {"targets": {"buckets": [null]}}                       | targets.buckets[0]
      {"targets": {"buckets": ["/v/b", 5]}}                  | targets.buckets[1]
      {"targets": {"everything": "true"}}                    | targets.everything
      {"targets": {"everything": 1}}                         | targets.everything
      {"targets": {"everything": null}}                      | targets.everything
      {"targets": {"volume": 7}}                             | targets.volume
      {"targets": {"volume": true}}                          | targets.volume
      {"targets": {"keyRanges": [{"table": "t", "key": 1}]}} | targets.keyRanges[0].key
      {"targets": {"keyRanges": [{"begin": {"base64": "*"}}]}} | targets.keyRanges[0].begin.base64
      {"targets": {"keyRanges": [{"table": "t"}]}}           | targets.keyRanges[0].begin
      {"targets": {"keyRanges": [{"begin": {"text": "a"}}]}} | targets.keyRanges[0].begin
      {"jobId": 5}                                           | jobId
      {"jobId": "a", "jobId": "b"}                           | jobId
      {"targets": {"volume": "a", "volume": "b"}}            | targets.volume
      {"thresholds": {"minRatio": "0.5"}}                    | thresholds.minRatio
      {"thresholds": {"minRatio": NaN}}                      | thresholds.minRatio
      {"thresholds": {"top": 1.5}}                           | thresholds.top
      {"thresholds": {"top": 99999999999}}                   | thresholds.top
      {"thresholds": {"minTombstones": 1e30}}                | thresholds.minTombstones
      {"thresholds": {"minTombstones": 99999999999999999999}} | thresholds.minTombstones
      {"thresholds": {"minTombstones": true}}                | thresholds.minTombstones
      {"thresholds": {"minTombstones": ""}}                  | thresholds.minTombstones
      {"maxParallelNodes": [1]}                              | maxParallelNodes
      """)
  void wrongBodyIsRefusedWithItsField(String body, String field) {
    assertRefused(body, field, ErrorCode.BAD_REQUEST);
  }

  @Test
  void keyWithOneFormIsRefused() {
    String whole = "{\"text\": \"a\", \"base64\": \"YQ==\"}";
    assertRefused("{\"targets\": {\"keyRanges\": [{\"begin\": " + whole + ", \"end\": {\"base64\": \"YQ==\"}}]}}",
        "targets.keyRanges[0].end", ErrorCode.BAD_REQUEST);
  }

  @Test
  void deepOrHugeJsonIsRefused() {
    assertRefused("[".repeat(5000), "body", ErrorCode.BAD_REQUEST);
    assertRefused("{\"maxWriteRate\": " + "9".repeat(5000) + "}", "body", ErrorCode.BAD_REQUEST);
  }

  @Test
  void refusalIsAboutTheValueAndAdvisesNoProgrammer() {
    assertThat(refusal("{\"thresholds\": {\"minRatio\": NaN}}")).isEqualTo("Field 'thresholds.minRatio' is not JSON"
        + " (line 1, column 32): it goes on as no JSON does.");
    assertThat(refusal("{\"maxWriteRate\": " + "9".repeat(900_000) + "}"))
        .startsWith("The body holds too large a value")
        .contains("Number value length (900000) exceeds the maximum allowed (1000)").doesNotContain("`");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      {                            | The body is not JSON (line 1, column 2): it ends before it is complete.
      {"a                          | The body is not JSON (line 1, column 4): it ends before it is complete.
      {"targets": [                | Field 'targets' has to be a JSON object (line 1, column 13).
      {}{}                         | The body has to be a JSON object (line 1, column 3).
      <xml/>                       | The body is not JSON (line 1, column 1): it goes on as no JSON does.
      {"jobId": "a", "jobId": "b"} | Field 'jobId' is not JSON (line 1, column 23): field 'jobId' is given twice.
      """)
  void wrongBodyIsSaidInWordsOfOurs(String body, String message) {
    assertThat(refusal(body)).isEqualTo(message).doesNotContain("`", "Source", "Jackson");
  }

  /** An absent list stands for all there is. */
  @ParameterizedTest
  @ValueSource(strings = {"nodeIds", "targets.buckets", "targets.tables", "targets.keyRanges", "targets.exclude"})
  void emptyListStandsForNothing(String field) {
    String body = field.startsWith("targets.") ? "{\"targets\": {\"" + field.substring("targets.".length()) + "\": []}}"
        : "{\"" + field + "\": [ ]}";
    assertRefused(body, field, ErrorCode.BAD_REQUEST);
    assertThat(refusal(body)).isEqualTo("Field '" + field + "' is an empty list, which names nothing; leave it out or"
        + " give it a value.");
  }

  private static String refusal(String body) {
    return catchThrowableOfType(RefusedException.class, () -> JobRequestBody.read(
        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))).getMessage();
  }

  @Test
  void tooLargeBodyIsRefused() {
    assertThatThrownBy(() -> JobRequestBody.read(new InputStream() {
      @Override
      public int read() {
        return ' ';
      }
    })).isInstanceOfSatisfying(RefusedException.class, e -> {
      assertThat(e.getCode()).isEqualTo(ErrorCode.TOO_LARGE);
      assertThat(e.getParameter()).isEqualTo("body");
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
  void otherEncodingsAreRefused(String charset) {
    for (String body : List.of("{}", "{\"targets\": {\"everything\": true}}")) {
      assertRefused(body.getBytes(Charset.forName(charset)), "body", ErrorCode.BAD_REQUEST);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80, 0xBF, 0xC0, 0xE4, 0xF8, 0xFF})
  void invalidUtf8IsRefused(int wrong) {
    byte[] body = "{\"targets\": {\"volume\": \"v?\"}}".getBytes(StandardCharsets.UTF_8);
    body[new String(body, StandardCharsets.UTF_8).indexOf('?')] = (byte) wrong;
    assertThatThrownBy(() -> JobRequestBody.read(new ByteArrayInputStream(body))).hasMessageContaining("not UTF-8");
    assertRefused(body, "body", ErrorCode.BAD_REQUEST);
  }

  @Test
  void charactersOfAllLengthsAreRead() throws IOException {
    assertThat(read("{\"targets\": {\"volume\": \"a\u00fc\u20ac\ud83d\ude00\"}}").getTargets().getVolume())
        .isEqualTo("a\u00fc\u20ac\ud83d\ude00");
  }

  private static void assertRefused(String body, String field, ErrorCode code) {
    assertRefused(body.getBytes(StandardCharsets.UTF_8), field, code);
  }

  private static void assertRefused(byte[] body, String field, ErrorCode code) {
    assertThatThrownBy(() -> JobRequestBody.read(new ByteArrayInputStream(body)))
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getCode()).isEqualTo(code);
          assertThat(e.getParameter()).isEqualTo(field);
          assertThat(e.getMessage()).doesNotContain("jackson").doesNotContain("org.apache").doesNotContain("java.");
        });
  }

  private static JobRequestJson read(String body) throws IOException {
    return JobRequestBody.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }
}
