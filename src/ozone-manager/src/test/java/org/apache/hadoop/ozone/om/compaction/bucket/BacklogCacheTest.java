// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
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
    om.put(OMDBDefinition.DELETED_TABLE, "/v/b/one/1");
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private BacklogCache.OfDatabase now() throws Exception {
    return backlogs.in(OmDatabase.current(om::metadata));
  }

  @Test
  void backlogIsRememberedForTenSeconds() throws Exception {
    assertThat(now().known("v", "b")).isEmpty();
    assertThat(now().count("v", "b").rows()).isEqualTo(1);
    om.put(OMDBDefinition.DELETED_TABLE, "/v/b/two/2");

    nanoTime.addAndGet(BacklogCache.MAX_AGE.toNanos() - 1);
    assertThat(now().known("v", "b").orElseThrow().rows()).isEqualTo(1);
    nanoTime.addAndGet(1);
    assertThat(now().known("v", "b")).isEmpty();
    assertThat(now().count("v", "b").rows()).isEqualTo(2);
  }

  @Test
  void backlogOfAnotherDatabaseIsNotUsed(@TempDir Path elsewhere) throws Exception {
    now().count("v", "b");
    try (OmDatabaseFixture other = new OmDatabaseFixture(elsewhere)) {
      assertThat(backlogs.in(OmDatabase.current(other::metadata)).known("v", "b")).isEmpty();
    }
  }
}
