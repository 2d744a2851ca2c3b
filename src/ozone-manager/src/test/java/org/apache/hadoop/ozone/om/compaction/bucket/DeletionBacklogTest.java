// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionBacklogTest {
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private OmVolumeArgs volume;
  private OmBucketInfo files;

  @BeforeEach
  void createABucketOfEachKind() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill("deletedTable");
    volume = om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    files = om.bucket("v", "files", BucketLayout.FILE_SYSTEM_OPTIMIZED);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void idleOmHasNoBacklog() throws Exception {
    assertThat(ofBucket("b").isEmpty()).isTrue();
    assertThat(of(Targets.newBuilder())).hasToString("no row");
  }

  @Test
  void rowsWrittenByOzoneAreFoundByTheirBucket() throws Exception {
    String key = om.metadata().getOzoneKey("v", "b", "a/key");
    om.put("deletedTable", om.metadata().getOzoneDeletePathKey(7, key));
    om.put("deletedTable", om.metadata().getOzoneDeletePathKey(8, om.metadata().getOzoneKey("v", "files", "dir/f")));
    om.put("deletedDirectoryTable", om.metadata().getOzoneDeletePathKey(9,
        om.metadata().getOzonePathKey(volume.getObjectID(), files.getObjectID(), files.getObjectID(), "dir")));
    om.put("deletedTable", om.metadata().getOzoneDeletePathKey(10, om.metadata().getOpenFileName(
        volume.getObjectID(), files.getObjectID(), files.getObjectID(), "open", "1")));

    assertThat(ofBucket("b").rows()).isEqualTo(1);
    assertThat(ofBucket("files").rows()).isEqualTo(3);
    assertThat(ofBucket("files")).hasToString("1 directory, with all below it, and 2 rows");
    assertThat(of(Targets.newBuilder().setVolume("v")).rows()).isEqualTo(4);
    assertThat(of(Targets.newBuilder().setVolume("v").addExclude("/v/b")).rows()).isEqualTo(3);
    assertThat(of(Targets.newBuilder().addExclude("/v/f*")).rows()).isEqualTo(1);
    assertThat(of(Targets.newBuilder()).rows()).isEqualTo(4);
    assertThat(new DeletionRows().ofTable(database(), "deletedTable").rows()).isEqualTo(3);
    assertThat(new DeletionRows().ofTable(database(), "deletedDirectoryTable").rows()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "0    | 0 | false | no row waits for deletion",
      "0    | 0 | true  | an unknown number of rows wait for deletion",
      "1    | 0 | false | 1 row waits for deletion",
      "1    | 0 | true  | at least 1 row waits for deletion",
      "2000 | 0 | false | 2,000 rows wait for deletion",
      "0    | 1 | false | 1 directory, with all below it, waits for deletion",
      "0    | 3 | true  | at least 3 directories, with all below them, wait for deletion",
      "1    | 2 | false | 2 directories, with all below them, and 1 row wait for deletion"})
  void backlogIsDescribedInWords(int keys, int directories, boolean bounded, String words) {
    assertThat(new DeletionBacklog(directories, directories, false).plus(new DeletionBacklog(keys, 0, bounded)).waits())
        .isEqualTo(words);
  }

  @Test
  void neighboursDoNotCount() throws Exception {
    for (String key : new String[] {"/v/a/k/1", "/v/b0/k/1", "/v/bb/k/1", "/vv/b/k/1", "/v/b"}) {
      om.put("deletedTable", key);
    }

    assertThat(ofBucket("b").isEmpty()).isTrue();
  }

  @Test
  void rowsOfADeletedBucketCountOnlyWhereEverythingIsMeant() throws Exception {
    om.put("deletedTable", "/v/gone/k/1");

    assertThat(ofBucket("gone").isEmpty()).isTrue();
    assertThat(of(Targets.newBuilder().setVolume("v")).isEmpty()).isTrue();
    assertThat(of(Targets.newBuilder()).rows()).isEqualTo(1);
  }

  @Test
  void rowsUnderIdsThatNameAnotherBucketBelongToThatBucket() throws Exception {
    String ids = "/" + volume.getObjectID() + "/" + files.getObjectID();
    om.volume(Long.toString(volume.getObjectID()));
    om.bucket(Long.toString(volume.getObjectID()), Long.toString(files.getObjectID()), BucketLayout.OBJECT_STORE);
    om.put("deletedTable", ids + "/k/1");
    om.put("deletedDirectoryTable", ids + "/1/dir/1");

    assertThat(ofBucket("files").rows()).isEqualTo(1);
    assertThat(of(Targets.newBuilder().setVolume("v")).rows()).isEqualTo(1);
  }

  @Test
  void countingStopsAtTheLimitAndSaysSo() throws Exception {
    for (int i = 0; i < DeletionBacklog.MAX_ROWS; i++) {
      om.put("deletedTable", String.format("/v/b/%06d/1", i));
    }
    assertThat(ofBucket("b")).hasToString("10,000 rows");

    om.put("deletedTable", "/v/b/x/1");

    DeletionBacklog backlog = ofBucket("b");
    assertThat(backlog).hasToString("at least 10,000 rows");
    assertThat(backlog.isBounded()).isTrue();
  }

  @Test
  void backlogBehindTooManyTombstonesIsUnknown() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      om.delete("deletedTable", String.format("/v/b/%04d/1", i));
    }
    om.put("deletedTable", "/v/b/live/1");
    om.flush("deletedTable");

    DeletionBacklog unknown = ofBucket("b", 500);
    assertThat(unknown.isEmpty()).isFalse();
    assertThat(unknown).hasToString("an unknown number of rows");
    assertThat(ofBucket("b", 1_001)).hasToString("1 row");
  }

  @Test
  void tombstonesOfTheNeighbourCostNothing() throws Exception {
    om.put("deletedTable", "/v/b/live/1");
    for (int i = 0; i < 1_000; i++) {
      om.delete("deletedTable", String.format("/v/c/%04d/1", i));
    }
    om.put("deletedTable", "/v/d/live/1");
    om.flush("deletedTable");

    assertThat(ofBucket("b", 500)).hasToString("1 row");
  }

  @Test
  void closedDatabaseThrows() throws Exception {
    OmDatabase database = database();
    Buckets buckets = Buckets.read(om.metadata());
    om.stop();

    assertThatThrownBy(() -> new DeletionRows().of(database, buckets, Targets.getDefaultInstance()))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  private DeletionBacklog ofBucket(String name) throws Exception {
    return of(Targets.newBuilder().addBuckets("/v/" + name));
  }

  private DeletionBacklog ofBucket(String name, long maxSkippedKeys) throws Exception {
    return new DeletionRows(maxSkippedKeys, Duration.ofSeconds(30)).of(database(), Buckets.read(om.metadata()),
        Targets.newBuilder().addBuckets("/v/" + name).build());
  }

  private DeletionBacklog of(Targets.Builder targets) throws Exception {
    return new DeletionRows().of(database(), Buckets.read(om.metadata()), targets.build());
  }

  private OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(om::metadata);
  }
}
