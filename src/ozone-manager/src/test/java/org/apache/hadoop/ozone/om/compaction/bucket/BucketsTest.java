// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketsTest {
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  /** n: a span by names, i: one by ids, -: none; in key order. */
  @ParameterizedTest
  @CsvSource({
      "keyTable,              n, n, -",
      "openKeyTable,          n, n, -",
      "deletedTable,          n, n, i+n",
      "multipartInfoTable,    n, n, n",
      "snapshotRenamedTable,  n, n, n",
      "fileTable,             -, -, i",
      "openFileTable,         -, -, i",
      "directoryTable,        -, -, i",
      "deletedDirectoryTable, -, -, i"})
  void bucketHasSpansInTheTablesOfItsLayout(String table, String obs, String legacy, String fso) throws Exception {
    assertThat(shape(table, BucketLayout.OBJECT_STORE)).isEqualTo(obs);
    assertThat(shape(table, BucketLayout.LEGACY)).isEqualTo(legacy);
    assertThat(shape(table, BucketLayout.FILE_SYSTEM_OPTIMIZED)).isEqualTo(fso);
  }

  private String shape(String table, BucketLayout layout) throws Exception {
    String volumeName = layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
    OmVolumeArgs volume = om.volume(volumeName);
    OmBucketInfo bucket = om.bucket(volumeName, "b", layout);
    String byNames = "/" + volumeName + "/b/";
    String byIds = "/" + volume.getObjectID() + "/" + bucket.getObjectID() + "/";
    assertThat(byNames).isEqualTo(om.metadata().getBucketKeyPrefix(volumeName, "b"));
    assertThat(byIds).isEqualTo(om.metadata().getBucketKeyPrefixFSO(volumeName, "b"));
    List<String> shape = new ArrayList<>();
    for (BucketSpan span : Buckets.read(om.metadata()).slots(table).matching(any -> true)) {
      String begin = new String(span.begin(), StandardCharsets.UTF_8);
      if (begin.equals(byNames)) {
        shape.add("n");
      } else if (begin.equals(byIds)) {
        shape.add("i");
      }
    }
    return shape.isEmpty() ? "-" : String.join("+", shape);
  }

  @Test
  void spanHoldsExactlyTheKeysWithItsPrefix() throws Exception {
    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);

    assertThat(Buckets.read(om.metadata()).slots("keyTable").matching(any -> true)).singleElement().satisfies(span -> {
      assertThat(span.begin()).isEqualTo(OmDatabaseFixture.bytes("/v/b/"));
      assertThat(span.end()).isEqualTo(OmDatabaseFixture.bytes("/v/b0"));
    });
  }

  @Test
  void bucketsWhoseNamesBeginAlikeDoNotOverlap() throws Exception {
    om.volume("v");
    for (String name : new String[] {"b", "b-1", "b.1", "b0", "b1", "bb", "b\u00fc\u6f22"}) {
      om.bucket("v", name, BucketLayout.LEGACY);
    }

    List<BucketSpan> spans = new ArrayList<>(Buckets.read(om.metadata()).slots("keyTable").matching(any -> true));
    spans.sort((a, b) -> Keys.compare(a.begin(), b.begin()));
    assertThat(spans).hasSize(7);
    for (int i = 1; i < spans.size(); i++) {
      assertThat(Keys.compare(spans.get(i - 1).end(), spans.get(i).begin())).isLessThanOrEqualTo(0);
    }
  }

  @Test
  void bucketNamedLikeAnotherOnesIdsGetsTheKeys() throws Exception {
    OmVolumeArgs volume = om.volume("v");
    OmBucketInfo fso = om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED);
    String volumeId = Long.toString(volume.getObjectID());
    om.volume(volumeId);
    om.bucket(volumeId, Long.toString(fso.getObjectID()), BucketLayout.OBJECT_STORE);

    List<BucketSpan> spans = Buckets.read(om.metadata()).slots("deletedTable").matching(any -> true);
    assertThat(spans.stream().map(span -> new String(span.begin(), StandardCharsets.UTF_8))
        .collect(Collectors.toList())).doesNotHaveDuplicates();
  }

  @Test
  void linksAndDeletedBucketsHaveNoSpans() throws Exception {
    om.volume("v");
    om.bucket("v", "source", BucketLayout.OBJECT_STORE);
    om.bucket("v", "gone", BucketLayout.OBJECT_STORE);
    om.link("v", "link", "v", "source");
    om.forgetBucket("v", "gone");

    Buckets buckets = Buckets.read(om.metadata());
    assertThat(buckets.slots("keyTable").matching(any -> true)).extracting(BucketSpan::volume, BucketSpan::bucket)
        .containsExactly(tuple("v", "source"));
  }

  @Test
  void bucketWithoutItsVolumesRecordHasNoIds() throws Exception {
    om.bucket("nowhere", "b", BucketLayout.FILE_SYSTEM_OPTIMIZED);

    assertThat(Buckets.read(om.metadata()).slots("fileTable").matching(any -> true)).isEmpty();
    assertThat(Buckets.read(om.metadata()).slots("deletedTable").matching(any -> true)).hasSize(1);
  }
}
