// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.lsm.ScanWatch;

/** What a turn reads besides its compactions, to count and to check: counted, and only while the turn is wanted. */
final class TurnReads implements ScanWatch {
  private final TurnGate gate;
  private final TurnTally tally;

  TurnReads(TurnGate gate, TurnTally tally) {
    this.gate = gate;
    this.tally = tally;
  }

  @Override
  public boolean isStopped() {
    return gate.isStopped();
  }

  @Override
  public void hasRead(long bytes) {
    tally.checkRead(bytes);
  }
}
