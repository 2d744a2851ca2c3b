// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.service.AutoService;

/** What the automatic service sees of this OM. */
final class OmService implements AutoService.Surroundings {
  private final OzoneManager om;
  private final JobRegistry registry;
  private final Supplier<Optional<RingHealth>> ringToLead;

  OmService(OzoneManager om, JobRegistry registry, Supplier<Optional<RingHealth>> ringToLead) {
    this.om = om;
    this.registry = registry;
    this.ringToLead = ringToLead;
  }

  @Override
  public String nodeId() {
    return om.getOMNodeId();
  }

  @Override
  public boolean isOver() {
    return om.isStopped();
  }

  @Override
  public Optional<RingHealth> ring() {
    return ringToLead.get();
  }

  @Override
  public boolean isJobOpen() {
    return !registry.image().openJobs().isEmpty();
  }

  @Override
  public boolean isStockServiceOn() {
    return om.getConfiguration().getBoolean(OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED,
        OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED_DEFAULT);
  }
}
