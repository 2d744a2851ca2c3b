// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.error.RefusedException.ofParameter;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Majority;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** Predicts which turns of a job would be skipped in the present state of the ring, to warn the user who submits it. */
final class TurnOutlook {
  private TurnOutlook() {
  }

  /** @throws RefusedException BAD_REQUEST if more OMs are to compact at once than the ring can spare */
  static void checkParallel(RingMembers members, JobSpec spec) throws RefusedException {
    if (spec.getMaxParallelNodes() > mostParallel(members)) {
      throw ofParameter("maxParallelNodes", Majority.refusal(voters(members)));
    }
  }

  /** Returns how many OMs may compact at once; no limit if no voter is known. */
  static int mostParallel(RingMembers members) {
    int voters = voters(members);
    return voters == 0 ? Integer.MAX_VALUE : Majority.spare(voters);
  }

  private static int voters(RingMembers members) {
    return (int) members.all().stream().map(RingNode::getRole)
        .filter(role -> role == NodeRoleJson.LEADER || role == NodeRoleJson.FOLLOWER).count();
  }

  /** Nodes whose turns would be skipped if they began now, with reasons; {@code answers} are of all but the leader. */
  static List<ProblemJson> problems(JobSpec spec, Answers<NodeListJson> answers) {
    List<ProblemJson> problems = new ArrayList<>();
    for (ProblemJson problem : told(answers)) {
      if (spec.getNodeIdsList().contains(problem.getNodeId())) {
        problems.add(problem.message(problem.getMessage() + (problem.getCode() == ErrorCode.UNREACHABLE
            ? " Its turn is skipped unless the leader reaches it." : " Its turn will be skipped.")));
      }
    }
    return problems;
  }

  /** Leaves out OMs that refuse the caller or are busy, because these can still run their turns. */
  private static List<ProblemJson> told(Answers<NodeListJson> answers) {
    List<ProblemJson> told = new ArrayList<>();
    for (ProblemJson problem : answers.unanswered()) {
      if (problem.getCode() == ErrorCode.UNREACHABLE || problem.getCode() == ErrorCode.ADD_ON_MISSING
          || problem.getCode() == ErrorCode.ADD_ON_DISABLED) {
        told.add(problem);
      }
    }
    answers.given().forEach((member, answer) -> {
      for (NodeJson node : answer.getNodes()) {
        if (node.getProblem() != null) {
          told.add(node.getProblem().nodeId(member.getNodeId()));
        }
      }
    });
    return told;
  }
}
