// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** Tells a running turn of its cancellation and takes its progress. Every method returns at once. */
public interface TurnContext {

  /**
   * Asked before each range, at least once a second while waiting, and continuously while SST files are read.
   *
   * @return empty to go on; otherwise the outcome to end with (cancelled, cut off from the ring, OM shutting down)
   */
  Optional<TurnOutcome> stop();

  /** The job's limits now; asked before each range. Those that are absent are as the job was when the turn began. */
  JobLimits limits();

  /** Figures that earlier attempts of this turn reported before the OM was restarted; the default instance for none. */
  TurnFigures earlier();

  /** Publishes the turn's figures. */
  void progress(TurnFigures figures);

  /** Counts a wait; the figures hold only the sum of all waits. */
  void waited(WaitReason reason, long millis);
}
