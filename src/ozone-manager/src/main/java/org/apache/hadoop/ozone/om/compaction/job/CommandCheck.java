// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;

/**
 * What the leader asks before a command may enter the log: who wants it, and whether it makes sense in this ring now.
 * A command that passes can still be refused when it is applied, because another one was first.
 */
public final class CommandCheck {

  /** Which names exist in this cluster. */
  public interface Names {
    boolean volume(String volume) throws IOException;

    boolean bucket(String volume, String bucket) throws IOException;

    /** @return names of the tables that have bucket spans */
    Set<String> tables();
  }

  private final CompactionConfig config;
  private final JobRegistry registry;
  private final Predicate<String> administrators;
  private final Names names;
  private final Supplier<Optional<Ring>> ring;

  /** @param ring the ring as this OM sees it; empty while it does not lead */
  public CommandCheck(CompactionConfig config, JobRegistry registry, Predicate<String> administrators, Names names,
      Supplier<Optional<Ring>> ring) {
    this.config = config;
    this.registry = registry;
    this.administrators = administrators;
    this.names = names;
    this.ring = ring;
  }

  /**
   * @param caller name of the user whose request it is
   * @throws RefusedException when the command must not enter the log
   */
  public void check(Command command, String caller) throws RefusedException {
    if (!administrators.test(caller)) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, caller + " is not an Ozone administrator. Run this as a user named"
          + " in ozone.administrators or in a group of ozone.administrators.groups.");
    }
    if (command.getBodyCase() == Command.BodyCase.SUBMIT) {
      checkSubmit(command.getSubmit().getSpec());
    }
    // A dry run of what applying it will do: refuses what overlaps, does not exist or has ended.
    registry.book().apply(command, caller, Long.MAX_VALUE);
  }

  private void checkSubmit(JobSpec spec) throws RefusedException {
    JobSpecRules.check(spec);
    if (registry.book().find(spec.getJobId()).isPresent()) {
      return;
    }
    if (!config.isEnabled()) {
      throw RefusedException.of(ErrorCode.ADD_ON_DISABLED, "Range compaction is switched off on the leader. Set"
          + " ozone.om.range.compaction.enabled to true and restart the OMs, the leader last.");
    }
    checkNames(spec);
    if (spec.getNotAfterMs() != 0 && spec.getNotAfterMs() <= System.currentTimeMillis()) {
      throw RefusedException.ofParameter("notAfter",
          "The window closed at " + Instant.ofEpochMilli(spec.getNotAfterMs())
          + ". Give a --not-after that lies ahead.");
    }
    checkRing(spec);
  }

  private void checkNames(JobSpec spec) throws RefusedException {
    Set<String> tables = new TreeSet<>(spec.getTargets().getTablesList());
    spec.getTargets().getKeyRangesList().stream().map(KeyRange::getTable).forEach(tables::add);
    for (String table : tables) {
      if (!names.tables().contains(table)) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_TABLE, "table", "There is no table '" + table
            + "' with bucket spans. The tables are " + String.join(", ", new TreeSet<>(names.tables())) + '.');
      }
    }
    try {
      String volume = spec.getTargets().getVolume();
      if (!volume.isEmpty() && !names.volume(volume)) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_VOLUME, "volume", "There is no volume '" + volume
            + "'. List the volumes with 'ozone sh volume list'.");
      }
      for (String bucket : spec.getTargets().getBucketsList()) {
        String[] parts = bucket.split("/", -1);
        if (!names.bucket(parts[1], parts[2])) {
          throw RefusedException.ofParameter(ErrorCode.UNKNOWN_BUCKET, "bucket",
              "There is no bucket '" + bucket + "'. List the"
              + " buckets with 'ozone sh bucket list /" + parts[1] + "'; what a deleted bucket left behind is listed"
              + " by 'ozone admin om compaction list' and compacted with --key-range.");
        }
      }
    } catch (IOException e) {
      throw RefusedException.of(ErrorCode.BUSY,
          "The OM's database does not answer now (" + e.getMessage() + "). Try again.");
    }
  }

  private void checkRing(JobSpec spec) throws RefusedException {
    Optional<Ring> seen = ring.get();
    if (!seen.isPresent()) {
      throw RefusedException.of(ErrorCode.NO_LEADER, "This OM is no longer the leader. Try again.");
    }
    for (String nodeId : spec.getNodeIdsList()) {
      if (!seen.get().find(nodeId).isPresent()) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, "nodeIds",
            "There is no OM '" + nodeId + "' in this ring. Its"
            + " OMs are " + seen.get().getMembers().stream().map(Ring.Member::getNodeId).sorted()
            .collect(Collectors.joining(", ")) + '.');
      }
    }
    if (spec.getMaxParallelNodes() > seen.get().spare()) {
      throw RefusedException.ofParameter("maxParallelNodes", "At most " + seen.get().spare() + " of "
          + seen.get().getMembers().size() + " OMs may compact at once: a majority stays untouched."
          + " Give a smaller --max-parallel-nodes.");
    }
    Optional<String> unhealthy = spec.getNodeIdsList().stream()
        .map(nodeId -> seen.get().unhealthy(Collections.singleton(nodeId)))
        .filter(Optional::isPresent).map(Optional::get).findFirst();
    if (unhealthy.isPresent()) {
      throw RefusedException.of(ErrorCode.RING_UNHEALTHY,
          "The ring is not healthy: " + unhealthy.get() + ". Bring it back,"
          + " check with 'ozone admin om compaction nodes', then try again.");
    }
  }
}
