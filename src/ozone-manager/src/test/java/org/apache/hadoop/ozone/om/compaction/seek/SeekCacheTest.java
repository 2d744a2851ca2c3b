// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeekCacheTest {
  private static final String TABLE = "keyTable";
  private static final byte[] BUCKET = OmDatabaseFixture.bytes("/v/b/");

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
  private final SeekCache seeks = new SeekCache(new Ticker() {
    @Override
    public long read() {
      return nanoTime.get();
    }
  });

  @BeforeEach
  void tombstonesBeforeALiveKey() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    for (int i = 0; i < 1_000; i++) {
      om.delete(TABLE, String.format("/v/b/%04d", i));
    }
    om.put(TABLE, "/v/b/live");
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private SeekCache.OfTable now() throws Exception {
    return seeks.in(new LsmReader(om::metadata).read(List.of(TABLE)), TABLE);
  }

  @Test
  void isMeasuredOnceInTenSeconds() throws Exception {
    SeekProbe.Seek first = now().from(BUCKET);
    assertThat(first.landing()).isEqualTo(OmDatabaseFixture.bytes("/v/b/live"));

    nanoTime.addAndGet(SeekCache.MAX_AGE.toNanos() - 1);
    assertThat(now().from(BUCKET)).isSameAs(first);
    nanoTime.addAndGet(1);
    assertThat(now().from(BUCKET)).isNotSameAs(first);
  }

  @Test
  void theSlowestPlaceAndTheHeadAreOthersThanTheSameKey() throws Exception {
    SeekProbe.Seek from = now().from(BUCKET);
    SeekProbe.Seek head = now().toFirst();

    assertThat(head).isNotSameAs(from);
    assertThat(now().toFirst()).isSameAs(head);
    SeekProbe.Seek slowest = now().slowestFrom(BUCKET, 10);
    assertThat(now().slowestFrom(BUCKET, 10)).isSameAs(slowest);
    assertThat(slowest.micros()).isGreaterThanOrEqualTo(from.micros());
  }

  @Test
  void isMeasuredAnewWhereKeysWereDeletedSince() throws Exception {
    SeekProbe.Seek before = now().from(BUCKET);
    om.delete(TABLE, "/v/b/live");

    SeekProbe.Seek after = now().from(BUCKET);
    assertThat(after).isNotSameAs(before);
    assertThat(after.landing()).isNull();
  }

  @Test
  void isMeasuredAnewWhereFilesHaveChanged() throws Exception {
    SeekProbe.Seek before = now().from(BUCKET);
    om.compact(TABLE);
    assertThat(now().from(BUCKET)).isNotSameAs(before);
  }
}
