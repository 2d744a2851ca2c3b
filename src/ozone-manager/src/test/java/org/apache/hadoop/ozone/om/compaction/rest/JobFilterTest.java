// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which jobs a list shows, by what was asked. */
class JobFilterTest {
  private static final long NOON = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
  private static final long HOUR = 3_600_000;

  @TempDir
  private static Path directory;
  private static ServedOm served;
  private static final List<String> NAMES = new ArrayList<>();

  @BeforeAll
  static void open() throws Exception {
    served = ServedOm.empty(directory);
    served.database().volume("v");
    served.database().bucket("v", "b", BucketLayout.OBJECT_STORE);
    served.database().bucket("v", "other", BucketLayout.OBJECT_STORE);
    served.hasJobs(
        job("queued bucket", JobState.JOB_QUEUED, 0, Targets.newBuilder().addBuckets("/v/b")),
        job("running everything", JobState.JOB_RUNNING, 0, Targets.newBuilder()),
        job("failed other", JobState.JOB_FAILED, NOON + HOUR, Targets.newBuilder().addBuckets("/v/other")),
        job("done volume", JobState.JOB_SUCCEEDED, NOON, Targets.newBuilder().setVolume("v")),
        job("done range", JobState.JOB_SUCCEEDED, NOON - HOUR, range("keyTable", "/v/b/k", "/v/b/m")),
        job("done other range", JobState.JOB_SUCCEEDED, NOON - 2 * HOUR, range("keyTable", "/v/c", "/v/d")),
        job("cancelled but excluded", JobState.JOB_CANCELLED, NOON - 3 * HOUR,
            Targets.newBuilder().setVolume("v").addExclude("/*/b")),
        job("cancelled other volume", JobState.JOB_CANCELLED, NOON - 3 * HOUR, Targets.newBuilder().setVolume("w")));
  }

  @AfterAll
  static void close() throws Exception {
    served.close();
  }

  private static JobRecord job(String name, JobState state, long endedAtMillis, Targets.Builder targets) {
    NAMES.add(name);
    return JobRecord.newBuilder().setState(state).setEndedAtMs(endedAtMillis)
        .setSpec(JobSpec.newBuilder().setJobId(new UUID(0, NAMES.size()).toString()).setTargets(targets)).build();
  }

  private static Targets.Builder range(String table, String begin, String end) {
    return Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(table)
        .setBegin(ByteString.copyFromUtf8(begin)).setEnd(ByteString.copyFromUtf8(end)));
  }

  private static List<String> names(JsonNode list) {
    return list.findValuesAsText("jobId").stream()
        .map(id -> NAMES.get((int) UUID.fromString(id).getLeastSignificantBits() - 1)).collect(Collectors.toList());
  }

  @ParameterizedTest
  @CsvSource({
      "state=RUNNING, running everything",
      "'state=QUEUED%2CRUNNING', queued bucket;running everything",
      "state=EXPIRED, ''",
      "bucket=%2Fv%2Fb, queued bucket;running everything;done volume;done range",
      "bucket=%2Fw%2Fgone, running everything;cancelled other volume",
      "since=2026-03-01T12:00:00Z, queued bucket;running everything;failed other;done volume",
      "since=2026-03-01T13:00:01%2B01:00, queued bucket;running everything;failed other",
      "since=2026-03-01T11:00:00Z&state=SUCCEEDED&bucket=%2Fv%2Fb, done volume;done range"})
  void showsWhatMatches(String query, String expected) throws Exception {
    JsonNode list = served.ok("/jobs?" + query);
    assertThat(String.join(";", names(list))).isEqualTo(expected);
    assertThat(list.at("/totalCount").asInt()).isEqualTo(names(list).size());
  }

  @ParameterizedTest
  @CsvSource({"%2Fx%2Fnope, UNKNOWN_BUCKET, There is no bucket /x/nope",
      "%2Fw2%2Fb, UNKNOWN_BUCKET, There is no bucket /w2/b"})
  void bucketThatNeitherIsNorWasNamedIsRefused(String bucket, String code, String message) throws Exception {
    HttpResponse<String> response = served.get("/jobs?bucket=" + bucket);
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains(code, message);
  }

  @Test
  void comesInPages() throws Exception {
    JsonNode first = served.ok("/jobs?state=SUCCEEDED&limit=2");
    assertThat(names(first)).containsExactly("done volume", "done range");
    assertThat(first.at("/totalCount").asInt()).isEqualTo(3);
    JsonNode second = served.ok("/jobs?state=SUCCEEDED&limit=2&prevKey=" + first.at("/nextKey").asText());
    assertThat(names(second)).containsExactly("done other range");
    assertThat(second.at("/nextKey").isMissingNode()).isTrue();
  }

  /** A page may end with a job that has moved on when the next one is asked for. */
  @Test
  void aPageGoesOnBehindAJobThatMatchesNoMore() throws Exception {
    JsonNode first = served.ok("/jobs?limit=3");
    JsonNode second = served.ok("/jobs?state=SUCCEEDED&prevKey=" + first.at("/nextKey").asText());
    assertThat(names(second)).containsExactly("done volume", "done range", "done other range");
  }
}
