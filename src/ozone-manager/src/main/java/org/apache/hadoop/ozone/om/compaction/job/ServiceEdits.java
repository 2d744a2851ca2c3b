// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;

/** Changes to the record of the automatic service. Pure functions. */
public final class ServiceEdits {
  private ServiceEdits() {
  }

  /** {@code now} is in milliseconds since 1970. */
  public static boolean isPaused(ServiceRecord record, long now) {
    return !record.getPausedBy().isEmpty() && (record.getPausedUntilMs() == 0 || record.getPausedUntilMs() > now);
  }

  /** {@code forSeconds} is 0 for a pause without an end; {@code now} is in milliseconds since 1970. */
  static ServiceRecord paused(ServiceRecord record, String by, long forSeconds, long now, long index) {
    return record.getUpdatedIndex() >= index ? record : record.toBuilder().setPausedBy(by).setPausedAtMs(now)
        .setPausedUntilMs(forSeconds == 0 ? 0 : now + TimeUnit.SECONDS.toMillis(forSeconds)).setUpdatedIndex(index)
        .build();
  }

  /** @param now milliseconds since 1970 */
  static ServiceRecord resumed(ServiceRecord record, long now, long index) {
    return record.getUpdatedIndex() >= index ? record
        : ServiceRecord.newBuilder().setResumedAtMs(now).setUpdatedIndex(index).build();
  }

  /** The record changed later. {@code told} is used only if changed before {@code index}, its command's log index. */
  static ServiceRecord later(ServiceRecord record, ServiceRecord told, long index) {
    return told.getUpdatedIndex() > record.getUpdatedIndex() && told.getUpdatedIndex() < index
        ? ServiceRecord.newBuilder().setPausedBy(JobRecordRules.cut(told.getPausedBy()))
            .setPausedAtMs(told.getPausedAtMs()).setPausedUntilMs(told.getPausedUntilMs())
            .setResumedAtMs(told.getResumedAtMs()).setUpdatedIndex(told.getUpdatedIndex()).build()
        : record;
  }
}
