// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SstLiveKeysTest {
  private static final String TABLE = "keyTable";

  @Test
  void sampleThatCouldNotBeTakenIsTakenAfterAMinute(@TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      for (int key = 0; key < 1_000; key++) {
        om.put(TABLE, "/v/b/" + key);
      }
      om.flush(TABLE);
      LsmReader reader = new LsmReader(om::metadata);
      SstFile file = reader.read().table(TABLE).files().get(0);
      AtomicLong nanos = new AtomicLong();
      SstLiveKeys keys = new SstLiveKeys(reader.database(), TABLE, new Ticker() {
        @Override
        public long read() {
          return nanos.get();
        }
      });
      Path path = reader.database().directory().toPath().resolve(file.name());
      Path elsewhere = Files.move(path, path.resolveSibling("elsewhere"));
      Files.createDirectory(path);
      assertThat(keys.sample(file)).isEmpty();
      assertThat(keys.held(file, file).isEmpty()).isTrue();
      Files.delete(path);
      Files.move(elsewhere, path);

      assertThat(keys.sample(file)).as("within the minute").isEmpty();
      nanos.addAndGet(Duration.ofSeconds(61).toNanos());
      assertThat(keys.sample(file)).isNotEmpty();
      assertThat(keys.held(file, file).cardinality()).isEqualTo(keys.sample(file).size());
    }
  }
}
