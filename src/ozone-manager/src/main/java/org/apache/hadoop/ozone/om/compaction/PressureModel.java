// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import org.apache.hadoop.ozone.om.compaction.model.Pressure;
import org.apache.hadoop.ozone.om.compaction.model.Wait;
import org.apache.hadoop.ozone.om.compaction.model.WaitReason;
import org.apache.hadoop.ozone.om.compaction.run.PressureGauges;

/** Converts a reading of the gauges to the contract's model. */
final class PressureModel {
  private PressureModel() {
  }

  static Pressure of(PressureGauges gauges, long reserveBytes) {
    Pressure pressure = new Pressure()
        .l0Files((int) gauges.getL0Files().getValue())
        .l0SlowdownTrigger((int) gauges.getL0Files().getLimit())
        .writesStopped(gauges.isWritesStopped())
        .delayedWriteRate(gauges.getDelayedWriteRate())
        .pendingCompactionBytes(gauges.getPendingCompactionBytes().getValue())
        .freeDiskBytes(gauges.getFreeDiskBytes())
        .diskReserveBytes(reserveBytes)
        .checkpointUnderWay(gauges.isCheckpointUnderWay())
        .prepared(gauges.isPrepared());
    gauges.waits(reserveBytes, 0).forEach(wait ->
        pressure.addWaitsItem(new Wait().message(wait.getMessage())
            .reason(WaitReason.fromValue(wait.getReason().name().substring("WAIT_".length())))));
    return pressure;
  }
}
