// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** What a running turn asks of, and tells, the ring around it. Every method returns at once. */
public interface TurnContext {

  /**
   * Asked before each range, at least once a second while waiting, and all the time while SST files are counted.
   *
   * @return empty to go on; else how the turn ends instead (cancelled, cut off from the ring, OM going down)
   */
  Optional<TurnOutcome> stop();

  /** What earlier attempts of this turn have reported, before the OM was restarted; the default instance for none. */
  TurnFigures earlier();

  /** Publishes how far the turn has come. */
  void progress(TurnFigures figures);

  /** The turn stood back for so long; the figures have the sum only. */
  void waited(WaitReason reason, long millis);
}
