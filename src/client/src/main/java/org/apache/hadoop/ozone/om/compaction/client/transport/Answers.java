// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;

/** Answers of several OMs to the same request, in the order of the nodes. */
public final class Answers<T> {
  private final Map<RingNode, T> given = new LinkedHashMap<>();
  private final Map<RingNode, RefusedException> failed = new LinkedHashMap<>();

  void give(RingNode node, T answer) {
    given.put(node, answer);
  }

  void fail(RingNode node, RefusedException reason) {
    failed.put(node, reason);
  }

  public Map<RingNode, T> given() {
    return given;
  }

  public Map<RingNode, RefusedException> failed() {
    return failed;
  }

  /** The nodes that did not answer, with the reasons. */
  public List<ProblemJson> unanswered() {
    List<ProblemJson> problems = new ArrayList<>();
    failed.forEach((node, reason) -> problems.add(problem(node, reason)));
    return problems;
  }

  /** The node with the reason why it did not answer, in one text: a problem has no next step of its own. */
  public static ProblemJson problem(RingNode node, RefusedException reason) {
    return new ProblemJson().nodeId(node.getNodeId()).code(reason.getCode()).message(reason.sentence());
  }

  /** True if no node answered because all of them refused the user. */
  public boolean isUserRefused() {
    return given.isEmpty() && !failed.isEmpty() && failed.values().stream().allMatch(reason ->
        reason.getCode() == ErrorCode.UNAUTHENTICATED || reason.getCode() == ErrorCode.FORBIDDEN);
  }

  /**
   * Returns this object if at least one node answered.
   *
   * @throws RefusedException if no node answered; a node's refusal if there is one, else a connection error
   */
  public Answers<T> orThrow() throws RefusedException {
    if (given.isEmpty()) {
      RefusedException most = null;
      for (RefusedException reason : failed.values()) {
        if (most == null || tells(reason) > tells(most)) {
          most = reason;
        }
      }
      throw most == null ? RefusedException.of(ErrorCode.UNREACHABLE, "The ring has no OM to ask.") : most;
    }
    return this;
  }

  private static int tells(RefusedException reason) {
    switch (reason.getCode()) {
      case UNREACHABLE:
        return 0;
      case INTERNAL:
      case ADD_ON_MISSING:
        return 1;
      default:
        return 2;
    }
  }
}
