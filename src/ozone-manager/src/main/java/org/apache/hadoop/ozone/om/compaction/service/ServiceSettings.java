// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;

/** What the policy goes by. Immutable. */
final class ServiceSettings {
  private final long minTombstones;
  private final long hurtingMicros;
  private final long maxAgeMillis;
  private final long dailyBytes;
  private final long maxWriteRate;
  private final long intervalMillis;
  private final WeeklyWindows windows;

  /**
   * @param minTombstones  of a range that is worth it for its tombstones alone
   * @param hurtingMicros  a list that takes so long is too slow
   * @param maxAgeMillis   that tombstones should not become older than; 0 for no such limit
   * @param dailyBytes     that rounds may write on one OM in any 24 hours
   * @param maxWriteRate   bytes per second that a round may write on average on one OM
   * @param intervalMillis between two looks
   */
  ServiceSettings(long minTombstones, long hurtingMicros, long maxAgeMillis, long dailyBytes, long maxWriteRate,
      long intervalMillis, WeeklyWindows windows) {
    this.minTombstones = minTombstones;
    this.hurtingMicros = hurtingMicros;
    this.maxAgeMillis = maxAgeMillis;
    this.dailyBytes = dailyBytes;
    this.maxWriteRate = maxWriteRate;
    this.intervalMillis = intervalMillis;
    this.windows = windows;
  }

  static ServiceSettings of(ServiceConfig service, CompactionConfig jobs) {
    return new ServiceSettings(jobs.getMinTombstones(), TimeUnit.NANOSECONDS.toMicros(
        service.getHurtingSeek().toNanos()), service.getMaxAge().toMillis(), service.getDailyBytes(),
        service.getMaxWriteRate(), service.getInterval().toMillis(), service.getWindows());
  }

  long minTombstones() {
    return minTombstones;
  }

  long hurtingMicros() {
    return hurtingMicros;
  }

  long maxAgeMillis() {
    return maxAgeMillis;
  }

  long dailyBytes() {
    return dailyBytes;
  }

  long maxWriteRate() {
    return maxWriteRate;
  }

  long intervalMillis() {
    return intervalMillis;
  }

  WeeklyWindows windows() {
    return windows;
  }
}
