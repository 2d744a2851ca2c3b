// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lists tell of the hours before, over a real database in which a queue's head is deleted hour by hour. */
class HistoryTest {
  private static final String TABLE = "keyTable";
  private static final int HOURLY = 400;
  private static final int HOURS = 5;

  @TempDir
  private Path directory;
  private ServedOm served;
  private OmDatabaseFixture om;
  private Instant last;

  @BeforeEach
  void open() throws Exception {
    served = ServedOm.empty(directory);
    om = served.database();
    om.volume("v");
    om.bucket("v", "before", BucketLayout.OBJECT_STORE);
    om.bucket("v", "queue", BucketLayout.OBJECT_STORE);
    om.put(TABLE, "/v/before/key");
    for (int key = 0; key < 20_000; key++) {
      om.put(TABLE, key(key));
    }
    om.compact(TABLE);
    last = Instant.now().truncatedTo(ChronoUnit.HOURS);
    for (int hour = 1; hour <= HOURS; hour++) {
      deleteAnHour(hour);
      served.sample(last.minus(Duration.ofHours(HOURS - hour)));
    }
  }

  @AfterEach
  void close() throws Exception {
    served.close();
  }

  private static String key(int key) {
    return String.format("/v/queue/%08d", key);
  }

  private void deleteAnHour(int hour) throws Exception {
    for (int key = (hour - 1) * HOURLY; key < hour * HOURLY; key++) {
      om.delete(TABLE, key(key));
    }
    om.flush(TABLE);
  }

  private JsonNode row(String bucket) throws Exception {
    return served.ok("/buckets?history=true&bucket=" + ServedOm.encode("/v/" + bucket)).at("/buckets/0");
  }

  @Test
  void showsWhatBecameOfTheWorstRunAndWhereItIsGoing() throws Exception {
    JsonNode history = row("queue").at("/history");
    assertThat(history.at("/intervalSeconds").asLong()).isEqualTo(3600);
    assertThat(Instant.parse(history.at("/until").asText())).isEqualTo(last);
    assertThat(history.at("/tombstones")).hasSize(HOURS);
    for (int hour = 1; hour <= HOURS; hour++) {
      assertThat(history.at("/tombstones/" + (hour - 1)).asLong()).isBetween((long) HOURLY * hour - HOURLY / 2,
          (long) HOURLY * hour);
    }
    assertThat(history.at("/perDay").asLong()).isBetween(24L * HOURLY / 2, 24L * HOURLY * 3 / 2);
  }

  /** By what the seek takes now, which differs from machine to machine. */
  @Test
  void foreseesWhenAListIsSlow() throws Exception {
    JsonNode row = row("queue");
    long micros = row.at("/seek/micros").asLong();
    assertThat(micros).isPositive();
    JsonNode slowAt = row.at("/history/slowAt");
    if (micros >= PlaceProbe.SLOW_MICROS) {
      assertThat(slowAt.isMissingNode()).as("it is slow already").isTrue();
    } else {
      double missing = HOURLY * HOURS * (5_000.0 / micros - 1);
      long hours = Duration.between(Instant.now(), Instant.parse(slowAt.asText())).toHours();
      assertThat((double) hours).isBetween(0.5 * missing / HOURLY - 1, 2 * missing / HOURLY + 1);
    }
  }

  @Test
  void isNotToldUnaskedAndOfNothing() throws Exception {
    assertThat(served.ok("/buckets").at("/buckets/0/history").isMissingNode()).isTrue();
    assertThat(row("before").at("/history").isMissingNode()).isTrue();
  }

  @Test
  void outlivesACompactionAndBeginsAnewThen() throws Exception {
    om.compact(TABLE);
    served.sample(last.plus(Duration.ofHours(1)));
    JsonNode history = row("queue").at("/history");
    assertThat(history.at("/tombstones")).hasSize(HOURS + 1);
    assertThat(history.at("/tombstones/" + HOURS).asLong()).isZero();
    assertThat(history.at("/perDay").isMissingNode()).as("one says nothing").isTrue();
  }

  @Test
  void anHourIsSeenOnce() throws Exception {
    deleteAnHour(HOURS + 1);
    served.sample(last.plusSeconds(60));
    assertThat(row("queue").at("/history/tombstones")).hasSize(HOURS);
  }
}
