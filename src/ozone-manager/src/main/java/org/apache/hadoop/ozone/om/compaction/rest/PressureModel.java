// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.PressureJson;
import org.apache.hadoop.ozone.om.compaction.turn.PressureGauges;

/** Tells the pressure on this OM in the REST model. */
final class PressureModel {
  private PressureModel() {
  }

  /** Returns the gauges with the reasons to wait now; {@code reserveBytes} must remain free on the disk. */
  static PressureJson of(PressureGauges gauges, long reserveBytes) {
    PressureJson model = new PressureJson().l0Files((int) gauges.l0Files().getValue())
        .l0SlowdownTrigger((int) gauges.l0Files().getLimit())
        .writesStopped(gauges.areWritesStopped()).delayedWriteRate(gauges.delayedWriteRate())
        .pendingCompactionBytes(gauges.pendingCompactionBytes().getValue()).freeDiskBytes(gauges.freeDiskBytes())
        .diskReserveBytes(reserveBytes).checkpointUnderWay(gauges.isCheckpointUnderWay())
        .prepared(gauges.isPrepared());
    gauges.waits(reserveBytes, 0)
        .forEach(wait -> model.addWaitsItem(JobModel.wait(wait.getReason(), wait.getMessage())));
    return model;
  }
}
