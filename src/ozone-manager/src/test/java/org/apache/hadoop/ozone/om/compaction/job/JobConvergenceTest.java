// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After any history of a ring, its OMs hold the same open jobs. */
@Timeout(60)
class JobConvergenceTest extends ThreeOms {
  private int submitted;

  @Test
  void omsConvergeOnTheLeadersOpenJobsAndEndedJobsStayEnded() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    tick = 60_000;
    for (int round = 0; round < 50; round++) {
      allHaveTheAddOn();
      leader = "om1";
      submitted = 0;
      Set<String> untouched = new HashSet<>();
      Map<String, Agreement> agreements = new TreeMap<>();
      Jobs.RING.forEach(nodeId -> agreements.put(nodeId, agreement(nodeId)));
      for (int step = 0; step < 300; step++) {
        somethingHappensToAnOm(random, agreements);
        for (String nodeId : Jobs.RING) {
          if (!stock.contains(nodeId) && random.nextInt(4) == 0) {
            agreements.get(nodeId).run();
          }
        }
        somebodyWantsSomething(random, round * 10_000, untouched);
      }
      for (String nodeId : List.copyOf(stock)) {
        agreements.put(nodeId, comesBack(nodeId));
        term += nodeId.equals(leader) ? 1 : 0;
      }
      Set<String> ended = new HashSet<>();
      oms.get(leader).image().jobs().stream().filter(Transitions::ended)
          .forEach(job -> ended.add(job.getSpec().getJobId()));
      for (int settling = 0; settling < 5; settling++) {
        agreements.values().forEach(Agreement::run);
        openJobsMoveOn();
      }
      agreements.values().forEach(Agreement::run);
      List<JobRecord> open = oms.get(leader).image().openJobs();
      String when = "seed " + seed + " round " + round;
      assertThat(open.stream().map(job -> job.getSpec().getJobId())).as(when).noneMatch(ended::contains);
      for (String nodeId : Jobs.RING) {
        assertThat(allows(agreements.get(nodeId))).as("%s %s", when, nodeId).isTrue();
        JobImage own = oms.get(nodeId).image();
        assertThat(open).as("%s %s", when, nodeId).containsAll(own.openJobs());
        assertThat(open.stream().filter(job -> !own.openJobs().contains(job))).as("%s %s", when, nodeId)
            .allMatch(job -> waitsForNothing(job, nodeId));
        assertThat(untouched.stream().map(own::find).flatMap(Optional::stream)).as("%s %s", when, nodeId)
            .allMatch(job -> open.contains(job) || saysWhy(job));
      }
    }
  }

  /** A turn that runs by its record is given up as silent, see TurnScheduleTest. */
  private static boolean waitsForNothing(JobRecord job, String nodeId) {
    return job.getTurnsList().stream().filter(turn -> turn.getNodeId().equals(nodeId))
        .noneMatch(turn -> turn.getState() == TurnState.TURN_WAITING);
  }

  private static boolean saysWhy(JobRecord job) {
    return Transitions.ended(job) && job.getTurnsList().stream().allMatch(turn ->
        turn.getReason() == TurnReason.RECORDS_DIFFER || turn.getReason() == TurnReason.NO_ADD_ON);
  }

  /** One OM at a time is stock for a while. A stopped leader loses the leadership; everything else stays. */
  private void somethingHappensToAnOm(Random random, Map<String, Agreement> agreements) {
    String nodeId = Jobs.RING.get(random.nextInt(3));
    if (random.nextInt(20) == 0) {
      if (nodeId.equals(leader)) {
        elected(random);
      }
      if (stock.contains(nodeId)) {
        agreements.put(nodeId, comesBack(nodeId));
      } else if (stock.isEmpty()) {
        stock.add(nodeId);
      }
    }
    if (random.nextInt(150) == 0) {
      elected(random);
    }
  }

  private void elected(Random random) {
    leader = Jobs.RING.get((Jobs.RING.indexOf(leader) + 1 + random.nextInt(2)) % 3);
    term++;
  }

  private void openJobsMoveOn() throws IOException {
    for (JobRecord job : oms.get(leader).image().openJobs()) {
      if (job.getCancelledBy().isEmpty()) {
        ring(Command.newBuilder().setResumeJob(ResumeJob.newBuilder().setJobId(job.getSpec().getJobId())));
      }
      for (TurnRecord turn : job.getTurnsList()) {
        ring(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(job.getSpec().getJobId())
            .setNodeId(turn.getNodeId())));
        ring(Command.newBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(job.getSpec().getJobId())
            .setNodeId(turn.getNodeId())));
      }
    }
  }

  /**
   * A random command of a client, the leader or a node, sometimes a job that nobody touches or many that have ended.
   */
  private void somebodyWantsSomething(Random random, int firstJob, Set<String> untouched) {
    if (random.nextInt(60) == 0) {
      int job = firstJob + 9_000 + untouched.size();
      if (offered(submit(spec(job, "/v/untouched" + job)))) {
        untouched.add(id(job));
      }
    } else if (random.nextInt(60) == 0) {
      for (int i = 0; i < 60; i++) {
        offered(submit(spec(firstJob + submitted, "/v/b" + submitted)));
        offered(cancel(id(firstJob + submitted++)));
      }
    } else {
      int job = firstJob + Math.max(0, submitted - 1 - random.nextInt(10));
      String node = Jobs.RING.get(random.nextInt(3));
      List<TurnState> ends = List.of(TurnState.TURN_SUCCEEDED, TurnState.TURN_FAILED, TurnState.TURN_SKIPPED);
      List<Command> any = List.of(grant(job, node), start(job, node), progress(job, node, random.nextInt(9)),
          end(job, ends.get(random.nextInt(3)), node), cancel(id(job)), Jobs.pause(job), Jobs.resume(job),
          Jobs.update(job, JobLimits.newBuilder().setMaxWriteRate(1 + random.nextInt(3))),
          submit(spec(firstJob + submitted, "/v/b" + submitted)));
      Command one = any.get(random.nextInt(any.size()));
      submitted += one.hasSubmit() ? 1 : 0;
      offered(one);
    }
  }

  /**
   * @return whether it was accepted; false for many random commands, and where OMs that hold different jobs are full
   */
  private boolean offered(Command command) {
    boolean room = oms.values().stream().allMatch(om -> om.image().openJobs().size() < JobImage.MAX_OPEN / 2);
    if (command.hasSubmit() && !room) {
      return false;
    }
    try {
      ring(command.toBuilder());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
