// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinalCountsTest {
  private static final String ROW = "/buckets?bucket=/v/b3&table=keyTable&probe=false";

  @Test
  void countsThatNoScanNarrowsSayWhy(@TempDir Path directory) throws Exception {
    try (ServedOm om = ServedOm.filled(directory)) {
      om.database().corrupt("keyTable");
      assertThat(om.ok(ROW).at("/buckets/0/countsFinal").asBoolean()).isFalse();

      await().atMost(Duration.ofMinutes(1))
          .until(() -> om.ok(ROW + "&exact=true").at("/filesToScan").asInt() == 0);
      JsonNode row = om.ok(ROW + "&exact=true").at("/buckets/0");
      assertThat(row.at("/entries/low").asLong()).isLessThan(row.at("/entries/high").asLong());
      assertThat(row.at("/countsFinal").asBoolean()).isTrue();
      assertThat(row.at("/finalBecause").asText()).matches("SST file [0-9]{6}.sst cannot be read\\.");
    }
  }
}
