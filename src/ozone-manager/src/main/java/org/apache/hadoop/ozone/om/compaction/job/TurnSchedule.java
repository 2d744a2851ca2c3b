// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_EXPIRED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;
import org.apache.hadoop.ozone.om.compaction.turn.TurnWait;

/** Decides on the leader which turns to grant, recall and end. {@link LeaderTurns} submits the commands. */
final class TurnSchedule {

  static final class Decision {
    private final List<Command.Builder> commands = new ArrayList<>();
    private final Map<String, TurnWait> waits = new HashMap<>();
    private final Set<String> givenUp = new TreeSet<>();

    /** @return the commands to submit, without their time */
    List<Command.Builder> getCommands() {
      return commands;
    }

    /** @return why no further turn of a job begins now, by job id; only for jobs that wait */
    Map<String, TurnWait> getWaits() {
      return waits;
    }
  }

  private final CompactionConfig config;
  private final Administrators administrators;
  private final LastChangeTimes ages;

  /** @param ages tells for how long a turn or condition has not changed */
  TurnSchedule(CompactionConfig config, Administrators administrators, LastChangeTimes ages) {
    this.config = config;
    this.administrators = administrators;
    this.ages = ages;
  }

  Decision decide(JobImage image, RingHealth ring, long nowMillis) {
    Decision decision = new Decision();
    List<JobRecord> open = image.openJobs();
    decision.givenUp.addAll(givenUp(image, nowMillis));
    Set<String> compacting = open.stream().flatMap(job -> job.getTurnsList().stream())
        .filter(Transitions::underWay).map(TurnRecord::getNodeId).collect(Collectors.toCollection(HashSet::new));
    compacting.addAll(decision.givenUp);
    for (JobRecord job : open) {
      failSilent(decision, job);
      Optional<String> nonAdmin = AdminCheck.nonAdmin(job, administrators);
      if (nonAdmin.isPresent()) {
        refuse(decision, job, nonAdmin.get());
        continue;
      }
      if (WindowRules.hasClosed(job.getSpec().getNotAfterMs(), nowMillis)) {
        end(decision, job, waiting(job), TURN_EXPIRED, TurnReason.WINDOW_CLOSED,
            "The window closed before this OM's turn.");
        continue;
      }
      skipUntaken(decision, job, ring);
      if (Transitions.paused(job)) {
        decision.waits.put(job.getSpec().getJobId(), new TurnWait(WaitReason.WAIT_PAUSED,
            "paused by " + job.getPausedBy()
            + " since " + Instant.ofEpochMilli(job.getPausedAtMs()) + "; it goes on after 'ozone admin om compaction"
            + " resume " + job.getSpec().getJobId() + "'"));
        continue;
      }
      if (job.getSpec().getNotBeforeMs() > nowMillis) {
        decision.waits.put(job.getSpec().getJobId(), new TurnWait(WaitReason.WAIT_WINDOW,
            "the window opens at " + Instant.ofEpochMilli(job.getSpec().getNotBeforeMs())));
        continue;
      }
      skipUnreachable(decision, job, ring);
      if (!decision.commands.isEmpty()) {
        // Another job's command goes first, and how the ring is without it is not asked before the next decision.
        ages.keep(unhealthy(job));
      } else {
        Optional<JobRecord> first = JobConflicts.ahead(job, open, nowMillis);
        if (first.isPresent()) {
          decision.waits.put(job.getSpec().getJobId(), new TurnWait(WaitReason.WAIT_OTHER_TURN, "job "
              + first.get().getSpec().getJobId() + " "
              + JobConflicts.sharedKeys(first.get().getSpec(), job.getSpec()) + ", and goes first"));
        } else {
          grantNext(decision, job, ring, compacting);
        }
      }
    }
    if (decision.commands.isEmpty()) {
      recall(decision, open, ring);
    }
    ages.forgetUnasked();
    return decision;
  }

  /** Ends the turns of a job of a user who is no administrator; grants none as long as that is not known. */
  private void refuse(Decision decision, JobRecord job, String user) {
    String jobId = job.getSpec().getJobId();
    if (!administrators.isUnknown(user)) {
      end(decision, job, waiting(job), TURN_FAILED, TurnReason.NOT_AUTHORISED, administrators.refusal(user) + '.');
    } else if (ages.millis(jobId + "/unknown administrator", user) < config.getTurnTimeout().toMillis()) {
      decision.waits.put(jobId, new TurnWait(WaitReason.WAIT_ADMINISTRATOR, administrators.refusal(user)));
    } else {
      end(decision, job, waiting(job), TURN_FAILED, TurnReason.NOT_AUTHORISED, "For "
          + config.getTurnTimeout().toMinutes() + " min " + administrators.refusal(user)
          + ". Mend the OMs' group look-ups, then retry the job.");
    }
  }

  /**
   * Recalls the leading OM's turn while the job has other open turns. If the ring is unhealthy, recalls turns one by
   * one until the ring is healthy without the OMs that still compact.
   */
  private static void recall(Decision decision, Collection<JobRecord> open, RingHealth ring) {
    Set<String> compacting = new LinkedHashSet<>();
    for (JobRecord job : open) {
      for (TurnRecord turn : job.getTurnsList()) {
        boolean onItsWay = turn.getReason() == TurnReason.RECALLED || !job.getCancelledBy().isEmpty();
        if (!Transitions.underWay(turn) || onItsWay) {
          continue;
        }
        if (turn.getNodeId().equals(ring.getSelf()) && othersAreOpen(job, turn)) {
          recall(decision, job, turn, turn.getNodeId() + " leads the ring now: its turn goes on after the others'.");
        } else {
          compacting.add(turn.getNodeId());
        }
      }
    }
    for (JobRecord job : open) {
      for (TurnRecord turn : job.getTurnsList()) {
        Optional<String> unhealthy = ring.unhealthy(compacting);
        if (unhealthy.isPresent() && Transitions.underWay(turn) && compacting.remove(turn.getNodeId())) {
          recall(decision, job, turn, "The ring is not healthy: " + unhealthy.get() + ". The turn goes on once it is.");
        }
      }
    }
  }

  private static boolean othersAreOpen(JobRecord job, TurnRecord turn) {
    return job.getTurnsList().stream().anyMatch(other -> other != turn && !Transitions.ended(other.getState()));
  }

  private static void recall(Decision decision, JobRecord job, TurnRecord turn, String message) {
    decision.commands.add(Command.newBuilder().setRecallTurn(RecallTurn.newBuilder()
        .setJobId(job.getSpec().getJobId()).setNodeId(turn.getNodeId()).setMessage(message)));
  }

  /**
   * Returns the OMs that may still be in a step although their turns have failed. An OM is returned until the timeout
   * for unreachable nodes has passed since the failure.
   */
  private Set<String> givenUp(JobImage image, long nowMillis) {
    long timeout = config.getNodeUnreachableTimeout().toMillis();
    Set<String> nodes = new HashSet<>();
    for (JobRecord job : image.jobs()) {
      for (TurnRecord turn : job.getTurnsList()) {
        boolean unfinished = turn.getState() == TURN_FAILED && turn.getStartedAtMs() != 0
            && (turn.getReason() == TurnReason.UNREACHABLE || turn.getReason() == TurnReason.RECORDS_DIFFER);
        if (unfinished && nowMillis - turn.getEndedAtMs() < timeout && ages.millis(
            job.getSpec().getJobId() + '/' + turn.getNodeId() + "/given up", turn.getEndedAtMs()) < timeout) {
          nodes.add(turn.getNodeId());
        }
      }
    }
    return nodes;
  }

  private void failSilent(Decision decision, JobRecord job) {
    for (TurnRecord turn : job.getTurnsList()) {
      if (turn.getState() == TURN_RUNNING && outOfPatience(job, turn)) {
        end(decision, job, turn, TURN_FAILED, TurnReason.UNREACHABLE, turn.getNodeId() + " has not reported for "
            + config.getNodeUnreachableTimeout().getSeconds() + " s. Retry the job once it answers.");
      }
    }
  }

  private void skipUntaken(Decision decision, JobRecord job, RingHealth ring) {
    for (TurnRecord turn : waiting(job)) {
      if (Transitions.underWay(turn) && outOfPatience(job, turn)) {
        boolean answers = ring.find(turn.getNodeId()).filter(RingHealth.Member::isHeard).isPresent();
        end(decision, job, turn, TURN_SKIPPED, answers ? TurnReason.NO_ADD_ON : TurnReason.UNREACHABLE,
            answers ? turn.getNodeId() + " is in the ring but did not take its turn: it runs without this add-on, is"
                + " still at a range of a turn that was given up, applies nothing any more, or finds no groups of who"
                + " asked for the job."
                : turn.getNodeId() + " does not answer. Retry the job once it does.");
      }
    }
  }

  private boolean outOfPatience(JobRecord job, TurnRecord turn) {
    return ages.millis(job.getSpec().getJobId() + '/' + turn.getNodeId(), turn)
        >= config.getNodeUnreachableTimeout().toMillis();
  }

  private void skipUnreachable(Decision decision, JobRecord job, RingHealth ring) {
    long timeout = config.getNodeUnreachableTimeout().toMillis();
    for (TurnRecord turn : waiting(job)) {
      Optional<RingHealth.Member> member = ring.find(turn.getNodeId());
      if (Transitions.underWay(turn)) {
        continue;
      }
      if (!member.isPresent()) {
        end(decision, job, turn, TURN_SKIPPED, TurnReason.UNREACHABLE, turn.getNodeId() + " has left the ring.");
      } else if (member.get().getSilentMillis() >= timeout) {
        end(decision, job, turn, TURN_SKIPPED, TurnReason.UNREACHABLE, turn.getNodeId() + " has not answered for "
            + DurationText.of(Duration.ofMillis(member.get().getSilentMillis()))
            + ". Retry the job once it does.");
      }
    }
  }

  private void grantNext(Decision decision, JobRecord job, RingHealth ring, Set<String> compacting) {
    Optional<Command.Builder> leaderMoved = LeaderMoves.commandToEnd(job, ring.getSelf());
    if (leaderMoved.isPresent()) {
      decision.commands.add(leaderMoved.get());
      return;
    }
    String jobId = job.getSpec().getJobId();
    List<TurnRecord> due = due(job, ring.getSelf());
    long ownUnderWay = job.getTurnsList().stream().filter(Transitions::underWay).count();
    if (due.isEmpty() || ownUnderWay >= parallel(job, ring)) {
      return;
    }
    // An OM that is silent, or catches up, would not take its turn in time.
    Optional<TurnRecord> free = due.stream().filter(turn -> !compacting.contains(turn.getNodeId()))
        .min(Comparator.comparing(turn -> ring.sick(turn.getNodeId()).isPresent()));
    if (!free.isPresent() || compacting.size() >= parallel(job, ring)) {
      Set<String> heardOf = new TreeSet<>(compacting);
      heardOf.removeAll(decision.givenUp);
      decision.waits.put(jobId, new TurnWait(WaitReason.WAIT_OTHER_TURN, heardOf.isEmpty()
          ? String.join(", ", decision.givenUp) + " may still be at a range of a turn that was given up"
          : "another job's turn is under way on " + String.join(", ", heardOf)));
      return;
    }
    Set<String> then = new HashSet<>(compacting);
    then.add(free.get().getNodeId());
    Optional<String> sick = ring.sick(free.get().getNodeId());
    Optional<String> unhealthy = sick.isPresent() ? sick : ring.unhealthy(then);
    if (unhealthy.isPresent()) {
      if (ages.millis(unhealthy(job), true) >= config.getTurnTimeout().toMillis()) {
        end(decision, job, free.get(), TURN_FAILED, TurnReason.RING_UNHEALTHY,
            "The ring was not healthy for " + config.getTurnTimeout().toMinutes() + " min: " + unhealthy.get() + '.');
      } else {
        decision.waits.put(jobId, new TurnWait(WaitReason.WAIT_RING_UNHEALTHY, unhealthy.get()));
      }
      return;
    }
    Optional<Command.Builder> leaderMove = LeaderMoves.due(job, free.get(), ring, compacting);
    if (leaderMove.isPresent()) {
      decision.commands.add(leaderMove.get());
      return;
    }
    compacting.add(free.get().getNodeId());
    decision.commands.add(Command.newBuilder().setGrantTurn(
        GrantTurn.newBuilder().setJobId(jobId).setNodeId(free.get().getNodeId())));
  }

  /** The key of how long a job has waited for a healthy ring. */
  private static String unhealthy(JobRecord job) {
    return job.getSpec().getJobId() + "/unhealthy";
  }

  /** Followers' turns in the job's order; the leader's turn only if no other is open. */
  private static List<TurnRecord> due(JobRecord job, String leader) {
    List<TurnRecord> open = job.getTurnsList().stream().filter(turn -> !Transitions.ended(turn.getState()))
        .collect(Collectors.toList());
    boolean onlyLeader = open.stream().allMatch(turn -> turn.getNodeId().equals(leader));
    return open.stream().filter(turn -> !Transitions.underWay(turn))
        .filter(turn -> onlyLeader || !turn.getNodeId().equals(leader)).collect(Collectors.toList());
  }

  private int parallel(JobRecord job, RingHealth ring) {
    int asked = job.getSpec().getMaxParallelNodes();
    return Math.min(asked == 0 ? config.getMaxParallelNodes() : asked, ring.spare());
  }

  private static List<TurnRecord> waiting(JobRecord job) {
    return job.getTurnsList().stream().filter(turn -> turn.getState() == TURN_WAITING).collect(Collectors.toList());
  }

  private static void end(Decision decision, JobRecord job, List<TurnRecord> turns, TurnState state,
      TurnReason reason, String message) {
    if (turns.isEmpty()) {
      return;
    }
    EndTurns.Builder end = EndTurns.newBuilder().setJobId(job.getSpec().getJobId()).setState(state).setReason(reason)
        .setMessage(message);
    turns.forEach(turn -> end.addNodeIds(turn.getNodeId()));
    decision.commands.add(Command.newBuilder().setEndTurns(end));
  }

  private static void end(Decision decision, JobRecord job, TurnRecord turn, TurnState state, TurnReason reason,
      String message) {
    end(decision, job, Collections.singletonList(turn), state, reason, message);
  }
}
