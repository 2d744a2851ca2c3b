// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** The OM as the automatic service sees it, and how it submits rounds while the OM leads. */
public interface LeadingOm {
  /** The OM's node id. */
  String nodeId();

  /** True once the OM has stopped. */
  boolean isOver();

  /** The ring; empty while this OM does not lead or is prepared for an upgrade. */
  Optional<RingHealth> ring();

  /** All known jobs. */
  JobImage jobs();

  /** Ids of the OMs that have sent a Hello to this one. */
  Set<String> greeted();

  /** Submits a round to the ring. */
  void submit(JobSpec round) throws IOException;

  /** Whether Ozone's own compaction service, which compacts whole tables, is on. */
  boolean isStockServiceOn();
}
