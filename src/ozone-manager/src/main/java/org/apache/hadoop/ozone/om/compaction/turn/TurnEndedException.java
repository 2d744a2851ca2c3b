// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/** Ends a turn before its work is done. Internal to this package. */
final class TurnEndedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient TurnOutcome outcome;

  TurnEndedException(TurnOutcome outcome) {
    super(outcome.getMessage());
    this.outcome = outcome;
  }

  static TurnEndedException failed(TurnReason reason, String message) {
    return new TurnEndedException(TurnOutcome.of(TurnState.TURN_FAILED, reason, message));
  }

  /** {@code what} is what RocksDB could not do, for example {@code compact keyTable}. */
  static TurnEndedException failed(String what, DatabaseFaultException why) {
    return failed(TurnReason.COMPACTION_FAILED, "RocksDB could not " + what + " (" + why.getMessage()
        + "): look for the cause in om.db's LOG, check the disk, then retry the job");
  }

  TurnOutcome outcome() {
    return outcome;
  }
}
