// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogCacheTest {
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private final AtomicLong nanoTime = new AtomicLong();
  private final BacklogCache backlogs = new BacklogCache(new Ticker() {
    @Override
    public long read() {
      return nanoTime.get();
    }
  });

  @BeforeEach
  void oneRowWaits() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    om.put(OMDBDefinition.DELETED_TABLE, "/v/b/one/1");
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private Optional<Long> rows(OmDatabaseFixture of, boolean over) throws Exception {
    return backlogs.of(OmDatabase.current(of::metadata), Buckets.read(of.metadata()), "/v/b", () -> over)
        .map(DeletionBacklog::rows);
  }

  @Test
  void backlogIsRememberedForTenSeconds() throws Exception {
    assertThat(rows(om, true)).isEmpty();
    assertThat(rows(om, false)).contains(1L);
    om.put(OMDBDefinition.DELETED_TABLE, "/v/b/two/2");

    nanoTime.addAndGet(BacklogCache.MAX_AGE.toNanos() - 1);
    assertThat(rows(om, false)).contains(1L);
    nanoTime.addAndGet(1);
    assertThat(rows(om, true)).isEmpty();
    assertThat(rows(om, false)).contains(2L);
  }

  @Test
  void backlogOfAnotherDatabaseIsNotUsed(@TempDir Path elsewhere) throws Exception {
    rows(om, false);
    try (OmDatabaseFixture other = new OmDatabaseFixture(elsewhere)) {
      assertThat(rows(other, true)).isEmpty();
    }
  }

  @Test
  void backlogOfADatabaseThatIsReplacedMeanwhileIsNotRemembered(@TempDir Path elsewhere) throws Exception {
    try (OmDatabaseFixture other = new OmDatabaseFixture(elsewhere)) {
      OmDatabase old = OmDatabase.current(om::metadata);
      OmDatabase next = OmDatabase.current(other::metadata);
      assertThat(backlogs.of(old, Buckets.read(om.metadata()), "/v/b", () -> {
        assertThat(known(next)).isEmpty();
        return false;
      })).map(DeletionBacklog::rows).contains(1L);
      assertThat(known(next)).isEmpty();
    }
  }

  private Optional<DeletionBacklog> known(OmDatabase database) {
    try {
      return backlogs.of(database, Buckets.read(database.metadata()), "/v/b", () -> true);
    } catch (DatabaseUnavailableException e) {
      throw new AssertionError(e);
    }
  }
}
