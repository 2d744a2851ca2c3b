// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/**
 * What one OM does during its turn: plans from fresh metadata, then compacts range by range, best first, standing back
 * while the foreground needs the disk. Nothing is remembered: after a restart the same job plans anew, and what was
 * compacted holds no tombstones any more.
 */
public final class NodeCompaction {
  private final Supplier<OMMetadataManager> metadata;
  private final PressureReader pressure;
  private final CompactionConfig config;
  private final TurnClock clock;

  /**
   * @param metadata OM's current metadata manager; may give null, or one without a store, while OM swaps its database
   */
  public NodeCompaction(Supplier<OMMetadataManager> metadata, PressureReader pressure, CompactionConfig config,
      TurnClock clock) {
    this.metadata = metadata;
    this.pressure = pressure;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Runs a turn to its end, on the caller's thread. However it ends, the last figures that {@code context} was given
   * are final. May be called again for the same job.
   *
   * @return how it ended; whatever goes wrong is an outcome too
   * @throws InterruptedException if the thread was interrupted while waiting; a range that runs is not interrupted, it
   * ends by itself or with the database
   */
  public TurnOutcome run(JobSpec spec, TurnContext context) throws InterruptedException {
    throw new UnsupportedOperationException("Planning inside the OM is not there yet");
  }
}
