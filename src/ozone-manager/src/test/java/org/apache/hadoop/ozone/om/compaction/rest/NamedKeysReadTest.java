// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmDirectoryInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads by prefix and by path: the same answers as for the key ranges that stand for them. */
class NamedKeysReadTest {
  private static final int KEYS = 2_000;

  private static ServedOm served;
  private static OmDatabaseFixture om;
  private static String ids;

  @BeforeAll
  static void open(@TempDir Path directory) throws Exception {
    served = ServedOm.empty(directory);
    om = served.database();
    long volume = om.volume("v").getObjectID();
    om.bucket("v", "obs", BucketLayout.OBJECT_STORE);
    long fso = om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED).getObjectID();
    ids = "/" + volume + "/" + fso + "/";
    om.holdStill("fileTable");
    directory(fso, "dir", 1_000);
    directory(1_000, "sub", 2_000);
    directory(fso, "empty", 3_000);
    fill("keyTable", "/v/obs/logs/2023/", KEYS);
    fill("keyTable", "/v/obs/logs/2024/", 2 * KEYS);
    fill("fileTable", ids + "1000/", KEYS);
    fill("fileTable", ids + "2000/", 2 * KEYS);
    om.compact("keyTable");
    om.compact("fileTable");
    empty("keyTable", "/v/obs/logs/2024/", KEYS);
    empty("fileTable", ids + "2000/", KEYS);
  }

  private static void directory(long parent, String name, long id) throws Exception {
    OmDirectoryInfo info = OmDirectoryInfo.newBuilder().setName(name).setObjectID(id).setParentObjectID(parent)
        .setUpdateID(1).build();
    om.put("directoryTable", OmDatabaseFixture.bytes(ids + parent + "/" + name),
        OmDirectoryInfo.getCodec().toPersistedFormat(info));
  }

  private static void fill(String table, String prefix, int keys) throws Exception {
    for (int k = 0; k < keys; k++) {
      om.put(table, String.format("%sk%06d", prefix, k));
    }
  }

  private static void empty(String table, String prefix, int keys) throws Exception {
    for (int k = 0; k < keys; k++) {
      om.delete(table, String.format("%sk%06d", prefix, k));
    }
    om.flush(table);
  }

  @AfterAll
  static void close() throws Exception {
    served.close();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      bucket=/v/obs&prefix=logs/2024/&table=keyTable | keyTable:/v/obs/logs/2024/../v/obs/logs/2024/%5CxFF
      path=/v/fso/dir/sub&table=fileTable            | fileTable:{ids}2000/..{ids}2000/%5CxFF
      path=/v/fso/dir&table=fileTable | fileTable:{ids}1000/..{ids}1000/%5CxFF fileTable:{ids}2000/..{ids}2000/%5CxFF
      """)
  void answersAreThoseForTheKeyRanges(String named, String keyRanges) throws Exception {
    String ranges = keyRanges.replace("{ids}", ids).replace(" ", "&keyRange=");
    JsonNode byName = served.ok("/ranges?" + named);
    JsonNode byRange = served.ok("/ranges?keyRange=" + ranges);
    assertThat(withoutNames(byName.get("ranges"))).isEqualTo(withoutNames(byRange.get("ranges"))).isNotEmpty();
    assertThat(byName.at("/ranges/0/tombstones/high").asInt()).isEqualTo(KEYS);
    assertThat(byRange.has("targets")).isFalse();
    assertThat(withoutNames(served.ok("/buckets?" + named).get("buckets")))
        .isEqualTo(withoutNames(served.ok("/buckets?keyRange=" + ranges).get("buckets")));
  }

  private static JsonNode withoutNames(JsonNode rows) {
    rows.findParents("base64").forEach(key -> ((ObjectNode) key).remove("name"));
    return rows;
  }

  @Test
  void keysInDirectoriesHaveTheirPaths() throws Exception {
    assertThat(served.ok("/ranges?path=/v/fso/dir&table=fileTable").at("/ranges/0/begin/name").asText())
        .startsWith("/v/fso/dir/sub/k0");
    assertThat(served.ok("/buckets?path=/v/fso/dir&table=fileTable").findValues("begin"))
        .extracting(begin -> begin.path("name").asText()).contains("/v/fso/dir/", "/v/fso/dir/sub/");
  }

  @Test
  void previewHasTheKeyRangesThatAJobWouldHold() throws Exception {
    JsonNode page = served.ok("/ranges?path=/v/fso/dir&table=fileTable,directoryTable&limit=1");
    assertThat(page.at("/targets/tables")).hasSize(2);
    assertThat(StreamSupport.stream(page.at("/targets/keyRanges").spliterator(), false)
        .map(range -> range.at("/table").asText() + " " + range.at("/begin/text").asText()))
        .containsExactly("fileTable " + ids + "1000/", "fileTable " + ids + "2000/",
            "directoryTable " + ids + "1000/", "directoryTable " + ids + "2000/");
    assertThat(served.ok("/ranges?bucket=/v/obs&prefix=logs").at("/targets/keyRanges")).hasSize(4);
  }

  @Test
  void whatAPathDoesNotReachIsSaid() throws Exception {
    String remark = "/v/fso/dir stands for 2 directories that exist, itself among them.";
    assertThat(remarks("/ranges?path=/v/fso/dir")).singleElement().asString().startsWith(remark);
    assertThat(remarks("/buckets?path=/v/fso/dir")).singleElement().asString().startsWith(remark);
    assertThat(remarks("/ranges?bucket=/v/obs&prefix=logs/2024/")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ranges", "/buckets", "/places"})
  void patternThatExcludesNothingIsSaid(String path) throws Exception {
    assertThat(remarks(path + "?volume=v&exclude=/v/typo*,/v/o*,/*/fs?,/x*"))
        .contains("'/v/typo*' excludes nothing: no bucket matches it.", "'/x*' excludes nothing: no bucket matches it.",
            "'/*/fs?' excludes nothing: no bucket matches it.")
        .noneMatch(remark -> remark.contains("/v/o*"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      bucket=/v/obs&prefix=log5/ | that begins with /v/obs/log5/. | /v/obs/logs/2023/k000000
      bucket=/v/obs&prefix=zzz   | that begins with /v/obs/zzz.   | /v/obs/logs/2024/k003999
      path=/v/fso/empty          | in /v/fso/empty or below it.   |
      """)
  void namesWithoutAnyKeyAreSaidBefore(String named, String which, String nearest) throws Exception {
    assertThat(remarks("/ranges?" + named)).contains("No table holds a key " + which
        + (nearest == null ? "" : " The nearest key in keyTable is " + nearest + "."));
  }

  @Test
  void unknownPathIsNotFound() throws Exception {
    HttpResponse<String> response = served.get("/ranges?path=/v/fso/dir/sib");
    assertThat(response.statusCode()).isEqualTo(404);
    JsonNode error = ServedOm.json(response);
    assertThat(error.get("code").asText()).isEqualTo("UNKNOWN_PATH");
    assertThat(error.get("parameter").asText()).isEqualTo("path");
    assertThat(error.get("message").asText())
        .isEqualTo("There is no directory 'sib' in /v/fso/dir. The nearest name there is 'sub'.");
  }

  private static List<String> remarks(String path) throws Exception {
    return StreamSupport.stream(served.ok(path).path("remarks").spliterator(), false)
        .map(remark -> remark.get("message").asText()).toList();
  }
}
