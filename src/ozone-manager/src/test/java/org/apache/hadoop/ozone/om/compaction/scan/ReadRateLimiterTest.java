// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadRateLimiterTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - TimeUnit.HOURS.toNanos(1));
  private final ReadRateLimiter rateLimiter = new ReadRateLimiter(1_000, now::get);

  private long aheadSeconds(long bytes) {
    return TimeUnit.NANOSECONDS.toSeconds(rateLimiter.aheadNanos(bytes));
  }

  private void passSeconds(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void whoHasReadLittleMayReadFiveSecondsWorthAtOnce() {
    assertThat(aheadSeconds(5_000)).isZero();
    assertThat(aheadSeconds(2_000)).isEqualTo(2);
  }

  @Test
  void timeThatPassesPaysForWhatWasRead() {
    rateLimiter.aheadNanos(7_000);
    passSeconds(2);
    assertThat(aheadSeconds(1_000)).isEqualTo(1);
  }

  @Test
  void anHourOfIdlenessIsNotSaved() {
    rateLimiter.aheadNanos(9_000);
    passSeconds(3_600);
    assertThat(aheadSeconds(6_000)).isEqualTo(1);
  }

  @Test
  void whoIsStoppedNeedNotSleep() {
    rateLimiter.throttle(1_000_000_000, () -> true);
    assertThat(aheadSeconds(0)).as("a sleep would have lasted for days").isGreaterThan(900_000);
  }

  @Test
  void anInterruptEndsTheSleep() {
    Thread.currentThread().interrupt();
    rateLimiter.throttle(1_000_000_000, () -> false);
    assertThat(Thread.interrupted()).isTrue();
  }
}
