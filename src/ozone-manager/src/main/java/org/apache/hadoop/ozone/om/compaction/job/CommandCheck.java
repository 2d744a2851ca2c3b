// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetCheck;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Majority;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;

/**
 * Checks a command on the leader before it enters the log. An accepted command can still be refused when it is applied.
 */
public final class CommandCheck {
  /**
   * Maximum difference between a command's time and the leader's clock, in milliseconds. Kerberos allows no larger
   * difference between clocks. With a lower maximum, a command could become too old while its sender looks for the
   * leader.
   */
  private static final long MAX_CLOCK_DIFFERENCE_MILLIS = TimeUnit.MINUTES.toMillis(5);

  private final CompactionConfig config;
  private final JobRegistry registry;
  private final Administrators administrators;
  private final Supplier<? extends OMMetadataManager> metadata;
  private final Supplier<Optional<RingHealth>> ring;
  private final InstalledRocksDb rocksDb;

  /**
   * @param metadata gives OM's current metadata manager; may return null, or a manager without a store
   * @param ring     gives the ring as this OM sees it; empty while this OM does not lead
   */
  public CommandCheck(CompactionConfig config, JobRegistry registry, Administrators administrators,
      Supplier<? extends OMMetadataManager> metadata, Supplier<Optional<RingHealth>> ring, InstalledRocksDb rocksDb) {
    this.config = config;
    this.registry = registry;
    this.administrators = administrators;
    this.metadata = metadata;
    this.ring = ring;
    this.rocksDb = rocksDb;
  }

  /** @throws RefusedException if the command must not enter the log */
  public void check(Command command, String caller) throws RefusedException {
    if (!administrators.test(caller)) {
      String refusal = administrators.refusal(caller);
      throw RefusedException.of(ErrorCode.FORBIDDEN, administrators.isUnknown(caller)
          ? "On the leader " + refusal + ". Mend its group look-ups, or run this as a user named in"
              + " ozone.administrators."
          : refusal + ". Run this as a user named in ozone.administrators or in a group of"
              + " ozone.administrators.groups.");
    }
    checkClock(command.getSentAtMs());
    registry.requireImage();
    if (command.getBodyCase() == Command.BodyCase.SUBMIT) {
      checkSubmit(command.getSubmit().getSpec());
    }
    if (command.hasUpdateJob()) {
      WindowRules.checkNotPast(command.getUpdateJob().getLimits().getNotAfterMs(), System.currentTimeMillis());
    }
    // The result is dropped. This call only refuses commands that could not be applied.
    JobCommands.apply(registry.image(), command, caller, Long.MAX_VALUE);
  }

  /** Records store this time, and later leaders compare it with their clocks. */
  private static void checkClock(long sentAtMillis) throws RefusedException {
    long now = System.currentTimeMillis();
    if (sentAtMillis < now - MAX_CLOCK_DIFFERENCE_MILLIS || sentAtMillis > now + MAX_CLOCK_DIFFERENCE_MILLIS) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "This was sent at " + Instant.ofEpochMilli(sentAtMillis)
          + " by the clock of its sender, and it is " + Instant.ofEpochMilli(now) + " by the leader's; they may differ"
          + " by " + TimeUnit.MILLISECONDS.toMinutes(MAX_CLOCK_DIFFERENCE_MILLIS) + " minutes. Set the clock that is"
          + " wrong. If both are right, the request was on its way for too long: send it again.");
    }
  }

  private void checkSubmit(JobSpec spec) throws RefusedException {
    JobSpecRules.check(spec);
    if (registry.image().find(spec.getJobId()).isPresent()) {
      return;
    }
    if (!spec.getRetryOf().isEmpty()) {
      RetryRules.check(registry.image().require(spec.getRetryOf()), spec);
    }
    if (!config.isEnabled()) {
      throw RefusedException.of(ErrorCode.ADD_ON_DISABLED, "Range compaction is switched off on the leader.")
          .withNextStep("Set " + CompactionConfig.ENABLED + " to true on all OMs, and reconfigure"
          + " ('ozone admin reconfig') or restart them.");
    }
    Optional<String> unknown = rocksDb.refusal();
    if (unknown.isPresent()) {
      throw RefusedException.of(ErrorCode.WRITES_DISABLED, unknown.get());
    }
    checkTargets(spec);
    WindowRules.checkNotPast(spec.getNotAfterMs(), System.currentTimeMillis());
    checkRing(spec);
  }

  /** Refuses targets that do not exist; those of a round or a retry have existed once, and some may be left. */
  private void checkTargets(JobSpec spec) throws RefusedException {
    boolean isRetry = !spec.getRetryOf().isEmpty();
    try {
      OmDatabase database = OmDatabase.current(metadata);
      Targets targets = spec.hasRound() || isRetry
          ? TargetCheck.existing(database, spec.getTargets()) : spec.getTargets();
      TargetCheck.check(database, targets, TargetNames.OF_JOB);
    } catch (RefusedException e) {
      // A retry names a job, so the refusal names no field and suggests no other bucket.
      throw isRetry ? RefusedException.of(e.getCode() == ErrorCode.BAD_REQUEST ? ErrorCode.UNKNOWN_BUCKET : e.getCode(),
          "Nothing of job " + spec.getRetryOf() + " is left to compact: " + e.getMessage())
          .withNextStep("See where lists wait now with: ozone admin om compaction list") : e;
    } catch (DatabaseUnavailableException e) {
      throw RefusedException.of(ErrorCode.BUSY, e.getMessage());
    }
  }

  private void checkRing(JobSpec spec) throws RefusedException {
    Optional<RingHealth> seen = ring.get();
    if (!seen.isPresent()) {
      throw RefusedException.of(ErrorCode.NO_LEADER, "This OM is no longer the leader. Try again.");
    }
    for (String nodeId : spec.getNodeIdsList()) {
      if (!seen.get().find(nodeId).isPresent()) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, "nodeIds",
            "There is no OM '" + nodeId + "' in this ring. Its"
            + " OMs are " + seen.get().getMembers().stream().map(RingHealth.Member::getNodeId).sorted()
            .collect(Collectors.joining(", ")) + '.');
      }
    }
    if (spec.getMaxParallelNodes() > seen.get().spare()) {
      throw RefusedException.ofParameter("maxParallelNodes", Majority.refusal(seen.get().voters()));
    }
    Optional<String> unhealthy = seen.get().unhealthyBesideAnyOf(spec.getNodeIdsList());
    if (unhealthy.isPresent()) {
      throw RefusedException.of(ErrorCode.RING_UNHEALTHY,
          "The ring is not healthy: " + unhealthy.get() + ".")
          .withNextStep("Bring it back, check with 'ozone admin om compaction nodes', then try again.");
    }
  }
}
