// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.Test;

class CooldownTest {
  private static final String TABLE = "keyTable";
  private static final KeyRange STUCK = KeyRange.parse("/v/b/d../v/b/m");

  private Instant now = Instant.parse("2026-11-23T12:00:00Z");
  private final Cooldown cooldown = new Cooldown(new Clock() {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  });

  @Test
  void restsTwiceAsLongEachTimeUpToAWeek() {
    for (int hours : new int[] {6, 12, 24, 48, 96, 168, 168}) {
      cooldown.rest(TABLE, STUCK, "It did not help");
      Instant until = now.plus(Duration.ofHours(hours));
      now = until.minusMillis(1);
      assertThat(cooldown.why(TABLE, STUCK)).isEqualTo("It did not help: it rests until " + until + '.');
      now = until;
      assertThat(cooldown.why(TABLE, STUCK)).isNull();
    }
  }

  @Test
  void restsForSixHoursAgainAfterThreeWeeks() {
    cooldown.rest(TABLE, STUCK, "It did not help");
    now = now.plus(Duration.ofDays(21));
    cooldown.rest(TABLE, STUCK, "It did not help");
    now = now.plus(Duration.ofHours(6));
    assertThat(cooldown.why(TABLE, STUCK)).isNull();
  }

  /** The next plan cuts a little differently. */
  @Test
  void holdsForAllThatTouchesTheSameKeysOfTheTable() {
    cooldown.rest(TABLE, STUCK, "It did not help");
    assertThat(cooldown.why(TABLE, KeyRange.parse("/v/b/a../v/b/d"))).isNotNull();
    assertThat(cooldown.why(TABLE, KeyRange.parse("/v/b/m../v/b/z"))).isNotNull();
    assertThat(cooldown.why(TABLE, KeyRange.parse("/v/b/a../v/b/c"))).isNull();
    assertThat(cooldown.why("fileTable", STUCK)).isNull();
  }

  @Test
  void forgetsWhatRestsShortestWhereThereIsNoRoomForAll() {
    cooldown.rest(TABLE, STUCK, "It did not help");
    now = now.plus(Duration.ofHours(6));
    cooldown.rest(TABLE, STUCK, "It did not help");
    for (int i = 0; i < 2_000; i++) {
      cooldown.rest(TABLE, KeyRange.parse("/v/c/" + i + "../v/c/" + i), "It did not help");
    }
    assertThat(cooldown.why(TABLE, STUCK)).isNotNull();
    assertThat(cooldown.why(TABLE, KeyRange.parse("/v/c/0../v/c/0"))).isNull();
  }
}
