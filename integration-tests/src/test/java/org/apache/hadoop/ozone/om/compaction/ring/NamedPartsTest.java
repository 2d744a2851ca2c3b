// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Keys of a real ring by the path of their directory, and by what their names begin with. */
@ExtendWith(RingFixture.class)
class NamedPartsTest {
  @Test
  void directoriesThatExistAreCompactedByTheirPath(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    String path = TestRing.path(bucket) + "/archive";
    OzoneBucket directories = ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(bucket);
    directories.createDirectory("archive/sub");
    directories.createDirectory("archive/gone");
    DirectoryRows top = rows(ring, bucket, "archive");
    DirectoryRows sub = rows(ring, bucket, "archive", "sub");
    DirectoryRows gone = rows(ring, bucket, "archive", "gone");
    ring.fill(sub, gone);
    ring.delete(sub, row -> row < TestRing.DELETED);
    ring.delete(gone, row -> row < TestRing.DELETED);
    directories.deleteDirectory("archive/gone", true);

    RangeListJson preview = ring.preview("--path", path);
    List<String> begins = begins(preview.getTargets());
    assertThat(begins).as("one request has made both, so they are one range").contains(sub.prefix())
        .doesNotContain(top.prefix(), gone.prefix());
    assertThat(preview.getRanges()).isNotEmpty().allSatisfy(range ->
        assertThat(range.getBegin().getText()).startsWith(sub.prefix()));
    assertThat(preview.getRemarks()).extracting(RemarkJson::getMessage).anySatisfy(remark -> assertThat(remark)
        .startsWith(path + " stands for 2 directories that exist, itself among them."));
    assertThat(tombstones(ring, "--path", path)).isEqualTo(3L * TestRing.DELETED);
    assertThat(ring.preview("--slow", "--path", path).getTargets()).satisfies(slow -> {
      assertThat(slow.getSlow()).isTrue();
      assertThat(begins(slow)).isEqualTo(begins);
    });

    JobJson job = ring.triggerAndWait("--path", path);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(begins(job.getTargets())).isEqualTo(begins);
    assertThat(ring.runs("status", job.getJobId())).contains(path + "/");
    assertThat(tombstones(ring, "--path", path)).isZero();
  }

  @Test
  void pathThatDoesNotExistIsAnsweredWithTheNearestName(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(bucket).createDirectory("archive/sub");
    rows(ring, bucket, "archive");

    for (String command : List.of("list", "preview", "trigger")) {
      AdminCli.Result result = ring.run(command, "--path", TestRing.path(bucket) + "/archve/sub");
      assertThat(result.exitCode()).as("%s", result).isEqualTo(1);
      assertThat(unwrapped(result.err())).startsWith("UNKNOWN_PATH: --path: There is no directory 'archve' in "
          + TestRing.path(bucket) + ". The nearest name there is 'archive'.");
    }
    AdminCli.Result prefix = ring.run("trigger", "--bucket", TestRing.path(bucket), "--prefix", "archive/");
    assertThat(unwrapped(prefix.err())).startsWith("BAD_REQUEST: --prefix: ").contains("name a directory by its path");
  }

  @Test
  void keysAreCompactedByWhatTheirNamesBeginWith(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String[] thousand = {"--bucket", TestRing.path(bucket), "--prefix", "part-00001"};
    assertThat(tombstones(ring, thousand)).isEqualTo(3 * 1_000);

    JobJson job = ring.triggerAndWait(thousand);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(begins(job.getTargets())).hasSize(4).containsOnly(TestRing.path(bucket) + "/part-00001");
    assertThat(tombstones(ring, thousand)).isZero();
    assertThat(unwrapped(ring.runs("preview", "--bucket", TestRing.path(bucket), "--prefix", "port-")))
        .contains("No table holds a key that begins with " + TestRing.path(bucket) + "/port-.");
  }

  /** The job takes the slow places of these keys, and not all of their tombstones. */
  @Test
  void slowPlacesOfKeysByWhatTheirNamesBeginWith(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String[] slow = {"--slow", "--bucket", TestRing.path(bucket), "--prefix", "part-"};

    JobJson job = ring.triggerAndWait(slow);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTargets().getSlow()).isTrue();
    assertThat(begins(job.getTargets())).hasSize(4).containsOnly(TestRing.path(bucket) + "/part-");
    assertThat(job.getTurns()).allSatisfy(turn -> {
      assertThat(turn.getFigures().getSlowPlacesBefore()).as("%s", turn).isPositive();
      assertThat(turn.getFigures().getSlowPlacesAfter()).as("%s", turn).isZero();
    });
  }

  private static String unwrapped(String lines) {
    return lines.replaceAll("\\s+", " ");
  }

  private static List<String> begins(TargetsJson targets) {
    return targets.getKeyRanges().stream().map(KeyRangeJson::getBegin).map(key -> key.getText()).toList();
  }

  private static DirectoryRows rows(TestRing ring, String bucket, String... path) throws IOException {
    return DirectoryRows.of(ring.nodes(), TestRing.VOLUME, bucket, path);
  }

  /** On all OMs together. */
  private static long tombstones(TestRing ring, String... named) {
    String[] line = Arrays.copyOf(named, named.length + 3);
    System.arraycopy(new String[] {"--exact", "--node-id", "all"}, 0, line, named.length, 3);
    return ring.list(line).getBuckets().stream().map(BucketJson::getTombstones).mapToLong(count -> count.getHigh())
        .sum();
  }
}
