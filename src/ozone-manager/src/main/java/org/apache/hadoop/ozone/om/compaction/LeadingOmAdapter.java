// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.job.RingSubmitter;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.service.LeadingOm;

/** Gives the automatic service access to its OM. */
final class LeadingOmAdapter implements LeadingOm {
  private final OzoneManager om;
  private final JobRegistry registry;
  private final Supplier<Optional<RingHealth>> ringToLead;
  private final RingSubmitter submitter;

  LeadingOmAdapter(OzoneManager om, JobRegistry registry, Supplier<Optional<RingHealth>> ringToLead,
      RingSubmitter submitter) {
    this.om = om;
    this.registry = registry;
    this.ringToLead = ringToLead;
    this.submitter = submitter;
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
  public JobImage jobs() {
    return registry.image();
  }

  @Override
  public Set<String> greeted() {
    return registry.greeted();
  }

  @Override
  public void submit(JobSpec round) throws IOException {
    submitter.submit(Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(round)));
  }

  @Override
  public boolean isStockServiceOn() {
    return om.getConfiguration().getBoolean(OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED,
        OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED_DEFAULT);
  }
}
