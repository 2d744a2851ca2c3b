// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an OM does not answer, and how it says so. */
class ServletRefusalsTest {
  private static ServedOm om;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    om = ServedOm.filled(directory);
  }

  @AfterAll
  static void stop() throws Exception {
    om.close();
  }

  @ParameterizedTest
  @CsvSource({
      "/buckets?limit=0,                                      400, BAD_REQUEST,    limit",
      "/buckets?limit=20001,                                  400, BAD_REQUEST,    limit",
      "/buckets?limit=ten,                                    400, BAD_REQUEST,    limit",
      "/buckets?limit=1&limit=1,                              400, BAD_REQUEST,    limit",
      "/buckets?limit=,                                       400, BAD_REQUEST,    limit",
      "/buckets?limits=1,                                     400, BAD_REQUEST,    limits",
      "/buckets?minRatio=1.1,                                 400, BAD_REQUEST,    minRatio",
      "/buckets?minRatio=NaN,                                 400, BAD_REQUEST,    minRatio",
      "/buckets?minRatio=-0.1,                                400, BAD_REQUEST,    minRatio",
      "/buckets?minTombstones=-1,                             400, BAD_REQUEST,    minTombstones",
      "/buckets?minTombstones=9999999999999999999,            400, BAD_REQUEST,    minTombstones",
      "/buckets?sort=tombstones,                              400, BAD_REQUEST,    sort",
      "/ranges?sort=RATIO,                                    400, BAD_REQUEST,    sort",
      "/buckets?exact=yes,                                    400, BAD_REQUEST,    exact",
      "/buckets?exact=1,                                      400, BAD_REQUEST,    exact",
      "/places?sort=WAIT,                                     400, BAD_REQUEST,    sort",
      "/buckets?bucket=b1,                                    400, BAD_REQUEST,    bucket",
      "/buckets?bucket=%2Fv%2Flink,                           400, BAD_REQUEST,    bucket",
      "/buckets?bucket=/v/b1&volume=w,                        404, UNKNOWN_VOLUME, volume",
      "/buckets?bucket=/v/nope,                               404, UNKNOWN_BUCKET, bucket",
      "/buckets?volume=nope,                                  404, UNKNOWN_VOLUME, volume",
      "/buckets?volume=%3Cscript%3E,                          404, UNKNOWN_VOLUME, volume",
      "/buckets?table=nope,                                   404, UNKNOWN_TABLE,  table",
      "/buckets?nodeId=om2,                                   404, UNKNOWN_NODE,   nodeId",
      "/buckets?volume=%ff,                                   400, BAD_REQUEST,    volume",
      "/buckets?prevKey=nonsense,                             400, BAD_REQUEST,    prevKey",
      "/buckets?prevKey=YnVja2V0cyBUT01CU1RPTkVT.eA.eA.eA.eA, 400, BAD_REQUEST,    prevKey",
      "/buckets?keyRange=a..b,                                400, BAD_REQUEST,    keyRange",
      "/ranges?keyRange=a..b,                                 400, BAD_REQUEST,    keyRange",
      "'/ranges?table=keyTable,fileTable&keyRange=a..b',       400, BAD_REQUEST,    keyRange",
      "/ranges?keyRange=nope:a..b,                            404, UNKNOWN_TABLE,  keyRange",
      "/ranges?bucket=/v/b1&bucket=/v/nope,                   404, UNKNOWN_BUCKET, bucket",
      "/ranges?bucket=/v/b1&exclude=/v/b1,                    400, BAD_REQUEST,    exclude",
      "/ranges?volume=v&volume=v,                             400, BAD_REQUEST,    volume",
      "/sst-files?table=keyTable&bucket=/v/b1&bucket=/v/b2,   400, BAD_REQUEST,    bucket",
      "/ranges?table=keyTable&keyRange=b..a,                  400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=ab,                    400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=..b,                   400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=%5Cxzz..b,             400, BAD_REQUEST,    keyRange",
      "/ranges?table=keyTable&keyRange=a..b&volume=v,         400, BAD_REQUEST,    keyRange",
      "/ranges?top=0,                                         400, BAD_REQUEST,    top",
      "/ranges?maxEntries=0,                                  400, BAD_REQUEST,    maxEntries",
      "/ranges?maxTotalBytes=0,                               400, BAD_REQUEST,    maxTotalBytes",
      "/ranges?maxBytes=1MB,                                  400, BAD_REQUEST,    maxBytes",
      "/ranges?minTombstones=2&maxEntries=1,                  400, BAD_REQUEST,    minTombstones",
      "/ranges?prevKey=cmFuZ2Vz,                              400, BAD_REQUEST,    prevKey",
      "/sst-files,                                            400, BAD_REQUEST,    table",
      "'/sst-files?table=keyTable,fileTable',                 400, BAD_REQUEST,    table",
      "/jobs?state=RUNING,                                    400, BAD_REQUEST,    state",
      "/jobs?state=running,                                   400, BAD_REQUEST,    state",
      "/jobs?state=RUNNING%2C,                                400, BAD_REQUEST,    state",
      "/jobs?since=yesterday,                                 400, BAD_REQUEST,    since",
      "/jobs?since=2026-01-01,                                400, BAD_REQUEST,    since",
      "/jobs?since=%2B999999999-12-31T23:59:59Z,              400, BAD_REQUEST,    since",
      "/jobs?since=-999999999-01-01T00:00:00Z,                400, BAD_REQUEST,    since",
      "/jobs?bucket=b1,                                       400, BAD_REQUEST,    bucket",
      "/jobs?volume=v,                                        400, BAD_REQUEST,    volume",
      "/jobs?prevKey=am9icw.eA,                               400, BAD_REQUEST,    prevKey",
      "/jobs/17,                                              400, BAD_REQUEST,    jobId",
      "/jobs/123e4567-e89b-12d3-a456-426614174000,            404, UNKNOWN_JOB,    jobId",
      "/jobs/123e4567-e89b-12d3-a456-426614174000/cancel,     400, BAD_REQUEST,    jobId",
      "/nodes?x,                                              400, BAD_REQUEST,    x",
      "/,                                                     404, NOT_FOUND,      ",
      "'',                                                    404, NOT_FOUND,      ",
      "/nodes/,                                               404, NOT_FOUND,      ",
      "/openapi.yaml,                                         404, NOT_FOUND,      "})
  void whatIsWrongIsNamed(String path, int status, String code, String parameter) throws Exception {
    HttpResponse<String> response = om.get(path);

    assertThat(response.statusCode()).isEqualTo(status);
    JsonNode error = ServedOm.json(response);
    assertThat(error.at("/code").asText()).isEqualTo(code);
    assertThat(error.has("parameter") ? error.at("/parameter").asText() : null).isEqualTo(parameter);
    assertThat(error.at("/message").asText()).isNotBlank().doesNotContain("Exception");
  }

  /** In the words of a cancel, which JobImageTest has. */
  @Test
  void unknownJobIsSaidInOneSentence() throws Exception {
    String id = "123e4567-e89b-12d3-a456-426614174000";
    assertThat(ServedOm.json(om.get("/jobs/" + id)).at("/message").asText()).isEqualTo("There is no job " + id + ".");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH"})
  void anOmServesNoWrites(String method) throws Exception {
    HttpResponse<String> response = om.send(om.request("/jobs")
        .method(method, HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(ServedOm.json(response).at("/code").asText()).isEqualTo("METHOD_NOT_ALLOWED");
    assertThat(ServedOm.json(response).at("/message").asText()).isEqualTo("An OM serves reads only, by GET.");
    assertThat(ServedOm.json(response).at("/nextStep").asText()).contains("'ozone admin om compaction'");
    assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
  }

  @Test
  void optionsTellNothingAndSucceed() throws Exception {
    HttpResponse<String> response = om.send(om.request("/jobs?user.name=x")
        .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/jobs", "/jobs?limit=0", "/none", "/nodes"})
  void headIsGetWithoutItsBody(String path) throws Exception {
    HttpResponse<String> get = om.get(path);
    HttpResponse<String> head = om.send(om.request(path).method("HEAD", HttpRequest.BodyPublishers.noBody()));

    assertThat(head.statusCode()).isEqualTo(get.statusCode());
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("Content-Length"))
        .hasValue(get.body().getBytes(StandardCharsets.UTF_8).length);
    assertThat(head.headers().firstValue("Content-Type")).isEqualTo(get.headers().firstValue("Content-Type"));
  }

  @Test
  void aFailureIsJsonWithoutItsInside() throws Exception {
    om.onDescribe(() -> {
      throw new IllegalStateException("inside");
    });
    try {
      HttpResponse<String> response = om.get("/nodes");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(ServedOm.json(response).at("/code").asText()).isEqualTo("INTERNAL");
      assertThat(response.body()).doesNotContain("inside").doesNotContain("IllegalState");
    } finally {
      om.onDescribe(() -> { });
    }
  }

  @Test
  void withoutAnAddOnThereIsNothingToServe() throws Exception {
    om.unregister();
    try {
      HttpResponse<String> response = om.get("/nodes");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(ServedOm.json(response).at("/code").asText()).isEqualTo("ADD_ON_DISABLED");
    } finally {
      om.register(Readers.everybody());
    }
  }

  @Test
  void aSecureOmSaysWhatToSetToWhomItDoesNotKnow() throws Exception {
    om.register(Readers.only(user -> true));
    try {
      HttpResponse<String> response = om.get("/nodes");
      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(ServedOm.json(response).at("/code").asText()).isEqualTo("UNAUTHENTICATED");
      assertThat(ServedOm.json(response).at("/nextStep").asText()).contains("ozone.security.http.kerberos.enabled",
          "ozone.http.filter.initializers", "ozone.om.http.auth.type");
    } finally {
      om.register(Readers.everybody());
    }
  }

  @Test
  void aClosedDatabaseIsATryAgain() throws Exception {
    om.stopDatabase();
    try {
      HttpResponse<String> response = om.get("/buckets");
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(ServedOm.json(response).at("/message").asText()).contains("try again");
    } finally {
      om.reopenDatabase();
    }
  }
}
