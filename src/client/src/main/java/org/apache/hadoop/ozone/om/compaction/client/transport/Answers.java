// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Problem;

/** Answers of several OMs to the same question, in the order of the nodes asked. */
public final class Answers<T> {
  private final Map<RingNode, T> given = new LinkedHashMap<>();
  private final Map<RingNode, CompactionException> failed = new LinkedHashMap<>();

  void give(RingNode node, T answer) {
    given.put(node, answer);
  }

  void fail(RingNode node, CompactionException reason) {
    failed.put(node, reason);
  }

  public Map<RingNode, T> given() {
    return given;
  }

  public Map<RingNode, CompactionException> failed() {
    return failed;
  }

  /** The nodes that did not answer, with reasons. */
  public List<Problem> unanswered() {
    List<Problem> problems = new ArrayList<>();
    failed.forEach((node, reason) -> problems.add(problem(node, reason)));
    return problems;
  }

  public static Problem problem(RingNode node, CompactionException reason) {
    return new Problem().nodeId(node.getNodeId()).code(reason.getCode()).message(reason.getMessage());
  }

  /** Whether all answers are missing because the user was refused. */
  public boolean isUserRefused() {
    return given.isEmpty() && !failed.isEmpty() && failed.values().stream().allMatch(reason ->
        reason.getCode() == ErrorCode.UNAUTHENTICATED || reason.getCode() == ErrorCode.FORBIDDEN);
  }

  /**
   * Returns this if at least one node answered.
   *
   * @throws CompactionException the most informative reason: a refusal counts more than silence
   */
  public Answers<T> orThrow() throws CompactionException {
    if (given.isEmpty()) {
      CompactionException most = null;
      for (CompactionException reason : failed.values()) {
        if (most == null || tells(reason) > tells(most)) {
          most = reason;
        }
      }
      throw most == null ? new CompactionException(ErrorCode.UNREACHABLE, "The ring has no OM to ask.") : most;
    }
    return this;
  }

  private static int tells(CompactionException reason) {
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
