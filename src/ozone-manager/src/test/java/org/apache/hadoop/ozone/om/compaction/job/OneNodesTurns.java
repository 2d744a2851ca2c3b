// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetrics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.exceptions.OMException;

/** The turns of one OM over a ring that applies each command at once. */
abstract class OneNodesTurns {
  /** Only a failing test waits for so long. */
  static final Duration PATIENCE = Duration.ofSeconds(50);
  static final TurnOutcome DONE = TurnOutcome.of(TurnState.TURN_SUCCEEDED, TurnReason.TURN_REASON_NONE, "");

  final OzoneConfiguration conf = new OzoneConfiguration();
  /** Made from {@link #conf} together with the node. */
  CompactionConfig config;
  final JobRegistry registry = Jobs.registry();
  final CompactionMetrics metrics = new CompactionMetrics();
  final AtomicLong index = new AtomicLong();
  final AtomicInteger toFail = new AtomicInteger();
  final AtomicInteger toEndNothing = new AtomicInteger();
  /** Reports of figures that were submitted. */
  final AtomicInteger reported = new AtomicInteger();
  /** Ends that were submitted. */
  final AtomicInteger ended = new AtomicInteger();
  Administrators administrators = user -> true;
  boolean leaderHasAddOn = true;
  volatile JobRegistry leader = registry;

  /** Stands in for the ring: applies each command at once. */
  Optional<Answer> ring(Command.Builder command) throws IOException {
    if (toFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IOException("no leader");
    }
    reported.addAndGet(command.hasReportProgress() ? 1 : 0);
    ended.addAndGet(command.hasEndTurns() ? 1 : 0);
    if (command.hasEndTurns() && toEndNothing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      applied(progress(1, "om1", toEndNothing.get()));
      return Optional.empty();
    }
    try {
      Command applied = command.setSentAtMs(1).build();
      Answer answer = leader.apply(applied, "om", index.incrementAndGet()).answerTo(applied);
      return leaderHasAddOn ? Optional.of(answer) : Optional.empty();
    } catch (RefusedException e) {
      throw new OMException(e.text(), OMException.ResultCodes.INVALID_REQUEST);
    }
  }

  void applied(Command command) {
    applied(registry, command);
  }

  void applied(JobRegistry om, Command command) {
    try {
      om.apply(command, "alice", index.incrementAndGet());
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  NodeTurns node(NodeTurns.Work work) {
    config = CompactionConfig.from(conf);
    registry.onTurnEnd((nodeId, state) -> metrics.turnEnded(state));
    return new NodeTurns("om1", config, registry, this::ring, administrators, work, metrics);
  }

  TurnRecord turn() {
    return registry.image().find(id(1)).orElseThrow().getTurns(0);
  }
}
