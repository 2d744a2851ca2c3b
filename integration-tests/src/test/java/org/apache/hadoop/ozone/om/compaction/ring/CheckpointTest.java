// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint of a running OM, taken and read as the operator guide says, tells what the OM tells. */
@ExtendWith(RingFixture.class)
class CheckpointTest {

  @Test
  void databaseOfACheckpointIsShownAsTheOmShowsIt(TestRing ring, @TempDir Path temp) throws Exception {
    String bucket = TestRing.path(ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable"));
    Path database = temp.resolve("om.db");
    // Until RocksDB has compacted nothing between the two reads.
    TestRing.await("the same files").untilAsserted(() -> assertShownAlike(ring, bucket, database));
  }

  private static void assertShownAlike(TestRing ring, String bucket, Path database) throws Exception {
    checkpoint(ring, database);
    assertThat(files(ring, "--db", database.toString())).isEqualTo(files(ring));
    String[] options = {"--bucket", bucket, "--cf", "keyTable", "--db", database.toString()};
    String[] ofTheOm = {"--bucket", bucket, "--cf", "keyTable"};

    BucketListJson list = ring.list(options);
    RangeListJson preview = ring.preview(options);

    assertThat(list.getBuckets()).singleElement().extracting(BucketJson::getBucket).isNotNull();
    list.getBuckets().forEach(row -> row.nodeId("om"));
    BucketListJson expected = ring.list(ofTheOm);
    expected.getBuckets().forEach(row -> row.nodeId("om"));
    assertThat(list.getBuckets()).isEqualTo(expected.getBuckets());
    preview.getRanges().forEach(range -> range.nodeId("om"));
    RangeListJson expectedPreview = ring.preview(ofTheOm);
    expectedPreview.getRanges().forEach(range -> range.nodeId("om"));
    assertThat(preview.getRanges()).isNotEmpty().isEqualTo(expectedPreview.getRanges());
  }

  private static List<SstFileJson> files(TestRing ring, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("sst-files", "--cf", "keyTable", "--json", "--length", "1000"));
    command.addAll(List.of(options));
    return CompactionJson.mapper().readValue(ring.runs(command.toArray(String[]::new)), SstFileListJson.class)
        .getSstFiles();
  }

  private static void checkpoint(TestRing ring, Path database) throws Exception {
    InetSocketAddress leader = ring.nodes().leader().getHttpServer().getHttpAddress();
    Path tar = database.resolveSibling("om.tar");
    HttpResponse<Path> answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
        + leader.getPort() + "/dbCheckpoint?flushBeforeCheckpoint=true")).build(),
        HttpResponse.BodyHandlers.ofFile(tar));
    assertThat(answer.statusCode()).isEqualTo(200);
    FileUtils.deleteDirectory(database.toFile());
    Files.createDirectory(database);
    Process untar = new ProcessBuilder("tar", "-x", "--warning=no-unknown-keyword", "-f", tar.toString(), "-C",
        database.toString()).inheritIO().start();
    assertThat(untar.waitFor()).isZero();
  }
}
