// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** Gives the automatic service the state of the ring and the jobs, and submits rounds for it. */
public interface LeadingOm {
  String nodeId();

  /** True if the OM has stopped. */
  boolean isOver();

  /** The health of the ring; empty while this OM does not lead, or is prepared for an upgrade. */
  Optional<RingHealth> ring();

  JobImage jobs();

  /** Ids of the OMs that have sent this OM the command {@code Hello}, which every OM with the add-on sends. */
  Set<String> greeted();

  void submit(JobSpec round) throws IOException;

  /** True if Ozone's own compaction service is on, which compacts whole tables. */
  boolean isStockServiceOn();
}
