// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_EXPIRED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_PARTIAL;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_QUEUED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState.JOB_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_EXPIRED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/** The one table of allowed changes of a turn's state, and the rule by which a job's state follows from its turns. */
final class Transitions {
  private static final Map<TurnState, Set<TurnState>> TURN = new EnumMap<>(TurnState.class);

  static {
    allow(TURN_WAITING, TURN_RUNNING, TURN_FAILED, TURN_CANCELLED, TURN_EXPIRED, TURN_SKIPPED);
    allow(TURN_RUNNING, TURN_WAITING, TURN_SUCCEEDED, TURN_FAILED, TURN_CANCELLED, TURN_EXPIRED);
  }

  private Transitions() {
  }

  private static void allow(TurnState from, TurnState... to) {
    TURN.put(from, EnumSet.copyOf(Arrays.asList(to)));
  }

  static boolean allowed(TurnState from, TurnState to) {
    return TURN.getOrDefault(from, Collections.emptySet()).contains(to);
  }

  static boolean ended(TurnState state) {
    return !TURN.containsKey(state);
  }

  static boolean ended(JobState state) {
    return state != JOB_QUEUED && state != JOB_RUNNING;
  }

  static boolean ended(JobRecord job) {
    return ended(job.getState());
  }

  /** True if the turn's OM may be compacting: the turn runs, or was granted and has not reported its begin yet. */
  static boolean underWay(TurnRecord turn) {
    return turn.getState() == TURN_RUNNING || turn.getState() == TURN_WAITING && turn.getGrantedAtMs() != 0;
  }

  static boolean paused(JobRecord job) {
    return !job.getPausedBy().isEmpty();
  }

  /** True if the job is paused and none of its turns runs or is granted any more. */
  static boolean standsStill(JobRecord job) {
    return paused(job) && job.getTurnsList().stream().noneMatch(Transitions::underWay);
  }

  /** True if any turn of the job is granted, has started or has ended. */
  static boolean begun(JobRecord job) {
    return job.getTurnsList().stream().anyMatch(turn -> started(turn) || underWay(turn));
  }

  /** A turn that ran and waits again has started; a turn that was only granted has not. */
  private static boolean started(TurnRecord turn) {
    return turn.getState() != TURN_WAITING || turn.getStartedAtMs() != 0;
  }

  /** If turns ended in different states, CANCELLED takes precedence, then EXPIRED. */
  static JobState jobState(List<TurnRecord> turns) {
    Set<TurnState> states = EnumSet.noneOf(TurnState.class);
    boolean open = false;
    boolean begun = false;
    for (TurnRecord turn : turns) {
      states.add(turn.getState());
      open |= !ended(turn.getState());
      begun |= started(turn);
    }
    if (open) {
      return begun ? JOB_RUNNING : JOB_QUEUED;
    }
    if (states.contains(TURN_CANCELLED)) {
      return JOB_CANCELLED;
    }
    if (states.contains(TURN_EXPIRED)) {
      return JOB_EXPIRED;
    }
    if (!states.contains(TURN_SUCCEEDED)) {
      return JOB_FAILED;
    }
    return states.size() == 1 ? JOB_SUCCEEDED : JOB_PARTIAL;
  }
}
