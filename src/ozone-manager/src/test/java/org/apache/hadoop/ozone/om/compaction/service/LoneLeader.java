// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.Jobs;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;

/** An OM that leads a ring of one, unless told otherwise, and applies what is submitted at once. */
public final class LoneLeader implements LeadingOm {
  private final JobRegistry registry = Jobs.registry();
  private final List<RingHealth.Member> members =
      new ArrayList<>(List.of(RingHealth.Member.voter("om1", 0, 0)));
  private final AtomicReference<Error> failure = new AtomicReference<>();
  private long index;
  private volatile boolean leading = true;
  private volatile boolean stockServiceOn;
  private volatile IOException refusal;

  public LoneLeader() {
    greetedBy("om1");
  }

  void leads(boolean leads) {
    leading = leads;
  }

  /** @param error thrown at the next submission */
  void failsOnce(Error error) {
    failure.set(error);
  }

  /** @param why thrown at each submission */
  void refuses(IOException why) {
    refusal = why;
  }

  void apply(Command.Builder command) {
    apply(command, System.currentTimeMillis());
  }

  synchronized void apply(Command.Builder command, long sentAtMillis) {
    try {
      registry.apply(command.setSentAtMs(sentAtMillis).build(), "om", ++index);
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  void greetedBy(String nodeId) {
    apply(Command.newBuilder().setHello(Hello.newBuilder().setNodeId(nodeId)));
  }

  void hasVoter(String nodeId) {
    members.add(RingHealth.Member.voter(nodeId, 0, 0));
  }

  void hasSilentVoter(String nodeId) {
    members.add(RingHealth.Member.voter(nodeId, 60_000, 0));
  }

  /** A person's job. */
  void hasJob(JobSpec.Builder job) {
    apply(Command.newBuilder().setSubmit(SubmitJob.newBuilder()
        .setSpec(job.setJobId(UUID.randomUUID().toString()).addNodeIds("om1"))));
  }

  void pausesItsJobs() {
    registry.image().openJobs().forEach(job -> apply(Command.newBuilder().setPauseJob(
        PauseJob.newBuilder().setJobId(job.getSpec().getJobId()))));
  }

  void hasNoOpenJob() {
    apply(Command.newBuilder().setCancel(CancelJobs.getDefaultInstance()));
  }

  void hasStockServiceOn(boolean on) {
    stockServiceOn = on;
  }

  @Override
  public String nodeId() {
    return "om1";
  }

  @Override
  public boolean isOver() {
    return false;
  }

  @Override
  public Optional<RingHealth> ring() {
    return leading ? Optional.of(new RingHealth("om1", members)) : Optional.empty();
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
  public synchronized void submit(JobSpec round) throws IOException {
    Error error = failure.getAndSet(null);
    if (error != null) {
      throw error;
    }
    if (refusal != null) {
      throw refusal;
    }
    try {
      registry.apply(Command.newBuilder().setSentAtMs(System.currentTimeMillis())
          .setSubmit(SubmitJob.newBuilder().setSpec(round)).build(), "om", ++index);
    } catch (RefusedException e) {
      throw new IOException(e.getMessage());
    }
  }

  @Override
  public boolean isStockServiceOn() {
    return stockServiceOn;
  }
}
