// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketCacheTest {
  private final BucketCache buckets = new BucketCache();
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private OmBucketInfo fso;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("v");
    om.bucket("v", "obs", BucketLayout.OBJECT_STORE);
    fso = om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private Buckets known() throws Exception {
    return buckets.of(OmDatabase.current(om::metadata));
  }

  private List<BucketSpan> spans(String table) throws Exception {
    List<BucketSpan> known = known().slots(table).matching(any -> true);
    assertThat(known).as("what is remembered is what is there")
        .isEqualTo(Buckets.read(om.metadata()).slots(table).matching(any -> true));
    return known;
  }

  private List<String> names(String table) throws Exception {
    return spans(table).stream().map(BucketSpan::bucket).collect(Collectors.toList());
  }

  @Test
  void unchangedBucketsAreReadOnce() throws Exception {
    Buckets first = known();

    assertThat(known()).isSameAs(first);
    assertThat(known().slots("keyTable").forTable("fileTable")).as("a view").isNotNull();
  }

  /** Every committed key updates its bucket's record. */
  @Test
  void usageDoesNotChangeBuckets() throws Exception {
    Buckets first = known();
    String key = om.metadata().getBucketKey("v", "fso");
    OmBucketInfo used = fso.copyObject();
    used.incrUsedBytes(1_000);
    om.metadata().getBucketTable().put(key, used);
    om.metadata().getBucketTable().addCacheEntry(new CacheKey<>(key), CacheValue.get(9, used));

    assertThat(known()).isSameAs(first);
  }

  @Test
  void newBucketIsSeenAtOnce() throws Exception {
    assertThat(names("keyTable")).containsExactly("obs");
    om.bucket("v", "another", BucketLayout.LEGACY);
    assertThat(names("keyTable")).containsExactly("another", "obs");
  }

  /** OM creates a bucket in the cache first, in the database a moment later. */
  @Test
  void bucketInTheTableCacheIsSeenAfterTheNextWrite() throws Exception {
    known();
    OmBucketInfo unflushed = OmBucketInfo.newBuilder().setVolumeName("v").setBucketName("unflushed")
        .setBucketLayout(BucketLayout.OBJECT_STORE).setObjectID(77).build();
    om.metadata().getBucketTable().addCacheEntry(new CacheKey<>(om.metadata().getBucketKey("v", "unflushed")),
        CacheValue.get(9, unflushed));
    om.metadata().getBucketTable().put(om.metadata().getBucketKey("v", "fso"), fso);

    assertThat(names("keyTable")).containsExactly("obs", "unflushed");
  }

  @Test
  void bucketWrittenBeforeAFlushIsSeenAfterIt() throws Exception {
    known();
    om.flush("bucketTable");
    Buckets flushed = known();
    om.bucket("v", "another", BucketLayout.LEGACY);
    om.flush("bucketTable");

    assertThat(known()).isNotSameAs(flushed);
    assertThat(names("keyTable")).containsExactly("another", "obs");
  }

  @Test
  void deletedBucketIsForgotten() throws Exception {
    known();
    om.forgetBucket("v", "obs");

    assertThat(names("keyTable")).isEmpty();
    assertThat(names("fileTable")).containsExactly("fso");
  }

  @Test
  void recreatedBucketHasOtherIds() throws Exception {
    byte[] before = spans("fileTable").get(0).begin();
    om.forgetBucket("v", "fso");
    om.bucket("v", "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED);

    assertThat(spans("fileTable")).singleElement()
        .satisfies(span -> assertThat(span.begin()).isNotEqualTo(before));
  }

  @Test
  void recreatedBucketMayHaveAnotherLayoutOrBeALink() throws Exception {
    known();
    om.forgetBucket("v", "fso");
    om.bucket("v", "fso", BucketLayout.OBJECT_STORE);
    assertThat(names("keyTable")).containsExactly("fso", "obs");
    assertThat(names("fileTable")).isEmpty();

    om.forgetBucket("v", "obs");
    om.link("v", "obs", "v", "fso");
    assertThat(names("keyTable")).containsExactly("fso");
  }

  @Test
  void bucketsAreKnownAfterADatabaseSwap() throws Exception {
    known();
    om.reopen(-1);

    om.bucket("v", "after", BucketLayout.OBJECT_STORE);

    assertThat(names("keyTable")).containsExactly("after", "obs");
    assertThat(names("fileTable")).containsExactly("fso");
  }

  @Test
  void missingVolumeRecordIsReadAgain() throws Exception {
    om.bucket("late", "b", BucketLayout.FILE_SYSTEM_OPTIMIZED);
    assertThat(names("fileTable")).containsExactly("fso");
    om.volume("late");
    assertThat(names("fileTable")).containsExactlyInAnyOrder("fso", "b");
  }
}
