// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdds.recon.ReconConfigKeys;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SpanKindJson;
import org.awaitility.Awaitility;

/** Recon for the demo's ring, on Recon's own port if that is free, and addresses of its pages. */
final class DemoRecon implements AutoCloseable {
  private static final int USUAL_PORT = 9888;
  static final String API = "/api/v1/om/compaction";
  private static final Pattern SCRIPT = Pattern.compile("src=\"\\./([^\"]+\\.js)\"");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final EmbeddedRecon recon;
  private final HttpClient client = HttpClient.newHttpClient();

  private DemoRecon(EmbeddedRecon recon) {
    this.recon = recon;
  }

  static DemoRecon start(EmbeddedRing ring, Path directory) throws IOException {
    return new DemoRecon(EmbeddedRecon.start(ring, directory, PortBlock.isFree(USUAL_PORT)
        ? Map.of(ReconConfigKeys.OZONE_RECON_HTTP_ADDRESS_KEY, "localhost:" + USUAL_PORT) : Map.of()));
  }

  URI api(String path) {
    return recon.uri().resolve(API + path);
  }

  URI page() {
    return api("/ui/");
  }

  /** The address of the page with a bucket's SST files and its preview. */
  URI map(BucketJson bucket) {
    return page().resolve("#/map?bucket=" + path(bucket) + "&table=" + bucket.getTable());
  }

  static String path(BucketJson bucket) {
    return '/' + bucket.getVolume() + '/' + bucket.getBucket();
  }

  /** The bucket with the longest run of tombstones. */
  BucketJson worst() throws IOException {
    return CompactionJson.mapper().readValue(get(api("/buckets?limit=100")), BucketListJson.class).getBuckets().stream()
        .filter(row -> row.getKind() == SpanKindJson.BUCKET).findFirst()
        .orElseThrow(() -> new IOException("Recon lists no bucket"));
  }

  /**
   * Checks Recon.
   *
   * @throws IOException if Recon does not serve the page, or does not reach every OM
   */
  void check() throws IOException {
    Matcher script = SCRIPT.matcher(get(page()));
    if (!script.find()) {
      throw new IOException(page() + " names no script");
    }
    get(page().resolve(script.group(1)));
    NodeListJson nodes = CompactionJson.mapper().readValue(get(api("/nodes")), NodeListJson.class);
    if (!nodes.getNodes().stream().allMatch(NodeJson::getReachable)) {
      throw new IOException("Recon does not reach every OM: " + nodes);
    }
  }

  /** Waits until a page of metrics has the add-on's: they are collected every ten seconds. */
  void awaitMetrics(URI page) {
    Awaitility.await("the add-on's lines on " + page).atMost(LIMIT.multipliedBy(6))
        .until(() -> get(page).contains("\nrange_compaction_"));
  }

  private String get(URI address) throws IOException {
    try {
      HttpResponse<String> answer = client.send(HttpRequest.newBuilder(address).timeout(LIMIT).build(),
          BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(address + " answers " + answer.statusCode() + ": " + answer.body());
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Recon was asked for " + address);
    }
  }

  @Override
  public void close() {
    recon.close();
  }
}
