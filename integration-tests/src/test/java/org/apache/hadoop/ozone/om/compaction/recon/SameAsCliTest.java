// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command and Recon give the same answers. */
@ExtendWith(ReconRingFixture.class)
class SameAsCliTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void nodes(RingWithRecon ring) {
    same(ring, "/nodes", "nodes");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      list -l 100                                        | /places?limit=100
      list -l 1 --volume lake                            | /places?limit=1&volume=lake
      list -l 100 --node-id all                          | /places?limit=100&nodeId=all
      list -l 9 --search STAG                            | /places?limit=9&search=STAG
      list --bucket /lake/none                           | /places?bucket=/lake/none
      list --all -l 100                                  | /buckets?limit=100
      list --all -l 1 --volume lake                      | /buckets?limit=1&volume=lake
      list -l 100 --node-id all --exact                  | /buckets?limit=100&nodeId=all&exact=true
      list -l 9 --cf keyTable --sort RATIO               | /buckets?limit=9&table=keyTable&sort=RATIO
      preview -l 9 --bucket /lake/staging --show-skipped | /ranges?limit=9&bucket=/lake/staging&showSkipped=true
      preview -l 100 --max-total-bytes 64KB --show-skipped | /ranges?limit=100&maxTotalBytes=65536&showSkipped=true
      preview -l 100 --node-id all --min-ratio 0 --top 2 | /ranges?limit=100&nodeId=all&minRatio=0.0&top=2
      list --all -l 9 --search STAG                      | /buckets?limit=9&search=STAG
      list --all --bucket /lake/none                     | /buckets?bucket=/lake/none
      """)
  void reads(String command, String path, RingWithRecon ring) {
    same(ring, path, command.split(" "));
  }

  @Test
  void jobs(RingWithRecon ring) throws Exception {
    String jobId = cli(ring, "trigger", "--bucket", "/lake/archive", "--not-before", "2090-01-01T00:00:00Z")
        .path("jobId").asText();
    same(ring, "/jobs/" + jobId, "status", jobId);
    same(ring, "/jobs?limit=5", "status", "-l", "5");
    same(ring, "/jobs?limit=5&state=QUEUED&bucket=/lake/archive&since=2020-01-01T00:00:00Z",
        "status", "-l", "5", "--state", "queued", "--bucket", "/lake/archive", "--since", "2020-01-01T00:00:00Z");
    JsonNode cancelled = ring.recon().cancel(jobId, Http.WRITE).is(202).json();
    await().atMost(Http.PATIENCE).untilAsserted(() -> assertThat(cli(ring, "status", jobId)).isEqualTo(cancelled));
  }

  /** Repeated, as the two reads are not simultaneous: a file may be counted, or an OM late, in one of them. */
  private static void same(RingWithRecon ring, String path, String... words) {
    await().atMost(Http.PATIENCE).untilAsserted(() -> assertThat(rest(ring, path)).isEqualTo(cli(ring, words)));
  }

  private static JsonNode rest(RingWithRecon ring, String path) throws Exception {
    return lasting(ring.recon().get(path).json());
  }

  private static JsonNode cli(RingWithRecon ring, String... words) throws Exception {
    String[] line = Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new);
    AdminCli.Result result = ring.cli().run(line);
    return lasting(JSON.readTree(result.out()));
  }

  /** Leaves out values that change from one moment to the next: files still to be checked, and the log index. */
  private static JsonNode lasting(JsonNode answer) {
    for (String field : List.of("freeDiskBytes", "checkReadBytes", "appliedIndex", "committedIndex")) {
      answer.findParents(field).forEach(parent -> ((ObjectNode) parent).remove(field));
    }
    return answer;
  }
}
