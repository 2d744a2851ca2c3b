// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** Tells a running turn its limits and when to stop, and takes its figures. No method waits for the ring. */
public interface TurnContext {

  /** Empty to continue, or the outcome to end with. Asked every second of a wait, and often while files are read. */
  Optional<TurnOutcome> stop();

  /** The job's limits now; asked before each step. A limit that is absent is as it was when the turn began. */
  JobLimits limits();

  /** Returns the figures of the turn's attempts before a recall or a restart; the default instance if there is none. */
  TurnFigures earlier();

  void progress(TurnFigures figures);

  /**
   * True if the ring has recorded all published bytes, or if the job has no limit of bytes. Only recorded bytes count
   * after a crash.
   */
  boolean isRecorded();

  /** Adds the time of a delay to the metrics of its reason. */
  void waited(WaitReason reason, long millis);
}
