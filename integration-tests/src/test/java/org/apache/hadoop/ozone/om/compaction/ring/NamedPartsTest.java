// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Keys of a real ring by the path of their directory, and by what their names begin with. */
@ExtendWith(RingFixture.class)
class NamedPartsTest {

  /** Files in a directory, with values as those of files in the bucket itself. */
  private record Files(BucketRows ofBucket, long directoryId) implements TableRows {
    @Override
    public String table() {
      return ofBucket.table();
    }

    @Override
    public byte[] key(int row) {
      return (prefix() + BucketRows.name(row)).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] value(int row) {
      return ofBucket.value(row);
    }

    String prefix() {
      return new String(ofBucket.prefix(), StandardCharsets.UTF_8) + directoryId + '/';
    }
  }

  @Test
  void directoriesThatExistAreCompactedByTheirPath(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    String path = TestRing.path(bucket) + "/archive";
    OzoneBucket directories = ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(bucket);
    directories.createDirectory("archive/sub");
    directories.createDirectory("archive/gone");
    long archive = awaitId(ring, bucket, "archive", 0);
    Files top = files(ring, bucket, archive);
    Files sub = files(ring, bucket, awaitId(ring, bucket, "sub", archive));
    Files gone = files(ring, bucket, awaitId(ring, bucket, "gone", archive));
    ring.fill(sub, gone);
    ring.delete(sub, row -> row < TestRing.DELETED);
    ring.delete(gone, row -> row < TestRing.DELETED);
    directories.deleteDirectory("archive/gone", true);

    TestRing.await("the deleted directory is no more in the database").until(() ->
        !begins(ring.preview("--path", path).getTargets()).contains(gone.prefix()));

    RangeList preview = ring.preview("--path", path);
    List<String> begins = begins(preview.getTargets());
    assertThat(begins).as("one request has made both, so they are one range").contains(sub.prefix())
        .doesNotContain(top.prefix());
    assertThat(preview.getRanges()).isNotEmpty().allSatisfy(range ->
        assertThat(range.getBegin().getText()).startsWith(sub.prefix()));
    assertThat(preview.getRemarks()).extracting(Remark::getMessage).anySatisfy(remark -> assertThat(remark)
        .startsWith(path + " stands for 2 directories that exist, itself among them."));
    assertThat(tombstones(ring, "--path", path)).isEqualTo(3L * TestRing.DELETED);

    Job job = ring.triggerAndWait("--path", path);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    assertThat(begins(job.getTargets())).isEqualTo(begins);
    assertThat(ring.runs("status", job.getJobId())).contains(path + "/");
    assertThat(tombstones(ring, "--path", path)).isZero();
  }

  @Test
  void pathThatDoesNotExistIsAnsweredWithTheNearestName(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(bucket).createDirectory("archive/sub");
    awaitId(ring, bucket, "archive", 0);

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

    Job job = ring.triggerAndWait(thousand);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    assertThat(begins(job.getTargets())).hasSize(4).containsOnly(TestRing.path(bucket) + "/part-00001");
    assertThat(tombstones(ring, thousand)).isZero();
    assertThat(unwrapped(ring.runs("preview", "--bucket", TestRing.path(bucket), "--prefix", "port-")))
        .contains("No table holds a key that begins with " + TestRing.path(bucket) + "/port-.");
  }

  private static String unwrapped(String lines) {
    return lines.replaceAll("\\s+", " ");
  }

  private static List<String> begins(Targets targets) {
    return targets.getKeyRanges().stream().map(KeyRange::getBegin).map(key -> key.getText()).toList();
  }

  private static Files files(TestRing ring, String bucket, long directoryId) throws IOException {
    return new Files(ring.rows("fileTable", bucket), directoryId);
  }

  /** On all OMs together. */
  private static long tombstones(TestRing ring, String... named) throws IOException {
    String[] line = Arrays.copyOf(named, named.length + 3);
    System.arraycopy(new String[] {"--exact", "--node-id", "all"}, 0, line, named.length, 3);
    return ring.list(line).getBuckets().stream().map(Bucket::getTombstones).mapToLong(count -> count.getHigh()).sum();
  }

  /** The id of a directory, once the leader's database has it. @param parent 0 for the bucket */
  private static long awaitId(TestRing ring, String bucket, String name, long parent) {
    Long[] id = new Long[1];
    TestRing.await("directory " + name).untilAsserted(() -> {
      OMMetadataManager metadata = ring.nodes().leader().getMetadataManager();
      long bucketId = metadata.getBucketId(TestRing.VOLUME, bucket);
      id[0] = metadata.getDirectoryTable().getSkipCache(metadata.getOzonePathKey(metadata.getVolumeId(TestRing.VOLUME),
          bucketId, parent == 0 ? bucketId : parent, name)).getObjectID();
    });
    return id[0];
  }
}
