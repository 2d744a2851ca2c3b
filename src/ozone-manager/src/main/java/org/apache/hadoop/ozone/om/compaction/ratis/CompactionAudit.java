// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.audit.AuditAction;
import org.apache.hadoop.ozone.audit.AuditEventStatus;
import org.apache.hadoop.ozone.audit.AuditLogger;
import org.apache.hadoop.ozone.audit.AuditMessage;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes compaction requests, accepted or refused, and the begin and end of turns to OM's audit log. */
public final class CompactionAudit {

  /** Audited actions. Progress reports and hellos without disputes are audited only when refused. */
  enum Action implements AuditAction {
    TRIGGER_RANGE_COMPACTION,
    CANCEL_RANGE_COMPACTION,
    UPDATE_RANGE_COMPACTION,
    PAUSE_RANGE_COMPACTION,
    RESUME_RANGE_COMPACTION,
    GRANT_RANGE_COMPACTION_TURN,
    START_RANGE_COMPACTION_TURN,
    RECALL_RANGE_COMPACTION_TURN,
    RETURN_RANGE_COMPACTION_TURN,
    MOVE_LEADER_FOR_RANGE_COMPACTION,
    END_MOVE_OF_LEADER_FOR_RANGE_COMPACTION,
    END_RANGE_COMPACTION_TURN,
    REPORT_RANGE_COMPACTION_TURN,
    HELLO_RANGE_COMPACTION,
    TAKE_END_OF_RANGE_COMPACTION,
    PAUSE_RANGE_COMPACTION_SERVICE,
    RESUME_RANGE_COMPACTION_SERVICE,
    UNKNOWN_RANGE_COMPACTION_REQUEST;

    @Override
    public String getAction() {
      return name();
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(CompactionAudit.class);
  /** Any user can have a request refused, and a request may be large; the cut keeps the audit log small. */
  private static final int MAX_VALUE_LENGTH = 1000;

  private final AuditLogger logger;

  public CompactionAudit(AuditLogger logger) {
    this.logger = logger;
  }

  void applied(UserInfo caller, Command command, long index) {
    if (command.hasReportProgress() || command.hasHello() && command.getHello().getDisputedJobIdsCount() == 0) {
      return;
    }
    guarded(() -> {
      Map<String, String> params = params(command);
      params.put("Transaction", String.valueOf(index));
      logger.logWriteSuccess(message(caller, command, params).withResult(AuditEventStatus.SUCCESS).build());
    });
  }

  void refused(UserInfo caller, Command command, RefusedException why) {
    guarded(() -> logger.logWriteFailure(message(caller, command, params(command))
        .withResult(AuditEventStatus.FAILURE).withException(cut(why)).build()));
  }

  /** A failure to write the audit line must not make an applied command look refused. */
  private static void guarded(Runnable line) {
    try {
      line.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A compaction request could not be audited", e);
    }
  }

  private static AuditMessage.Builder message(UserInfo caller, Command command, Map<String, String> params) {
    return new AuditMessage.Builder().setUser(caller.getUserName()).atIp(caller.getRemoteAddress())
        .forOperation(action(command)).withParams(params);
  }

  private static Action action(Command command) {
    switch (command.getBodyCase()) {
      case SUBMIT:
        return Action.TRIGGER_RANGE_COMPACTION;
      case CANCEL:
        return Action.CANCEL_RANGE_COMPACTION;
      case UPDATE_JOB:
        return Action.UPDATE_RANGE_COMPACTION;
      case PAUSE_JOB:
        return Action.PAUSE_RANGE_COMPACTION;
      case RESUME_JOB:
        return Action.RESUME_RANGE_COMPACTION;
      case GRANT_TURN:
        return Action.GRANT_RANGE_COMPACTION_TURN;
      case START_TURN:
        return Action.START_RANGE_COMPACTION_TURN;
      case RECALL_TURN:
        return Action.RECALL_RANGE_COMPACTION_TURN;
      case RETURN_TURN:
        return Action.RETURN_RANGE_COMPACTION_TURN;
      case MOVE_LEADER:
        return Action.MOVE_LEADER_FOR_RANGE_COMPACTION;
      case LEADER_MOVED:
        return Action.END_MOVE_OF_LEADER_FOR_RANGE_COMPACTION;
      case END_TURNS:
        return Action.END_RANGE_COMPACTION_TURN;
      case REPORT_PROGRESS:
        return Action.REPORT_RANGE_COMPACTION_TURN;
      case HELLO:
        return Action.HELLO_RANGE_COMPACTION;
      case TAKE_END:
        return Action.TAKE_END_OF_RANGE_COMPACTION;
      case PAUSE_SERVICE:
        return Action.PAUSE_RANGE_COMPACTION_SERVICE;
      case RESUME_SERVICE:
        return Action.RESUME_RANGE_COMPACTION_SERVICE;
      case BODY_NOT_SET:
      default:
        return Action.UNKNOWN_RANGE_COMPACTION_REQUEST;
    }
  }

  private static Map<String, String> params(Command command) {
    Map<String, String> params = new LinkedHashMap<>();
    switch (command.getBodyCase()) {
      case SUBMIT:
        describe(command.getSubmit().getSpec(), params);
        put(params, "endUser", command.getSubmit().getEndUser());
        break;
      case CANCEL:
        put(params, "job", command.getCancel().getJobId().isEmpty() ? "all" : command.getCancel().getJobId());
        put(params, "endUser", command.getCancel().getEndUser());
        break;
      case UPDATE_JOB:
        describe(command.getUpdateJob(), params);
        break;
      case PAUSE_JOB:
        put(params, "job", command.getPauseJob().getJobId());
        put(params, "endUser", command.getPauseJob().getEndUser());
        break;
      case RESUME_JOB:
        put(params, "job", command.getResumeJob().getJobId());
        put(params, "endUser", command.getResumeJob().getEndUser());
        break;
      case GRANT_TURN:
        put(params, "job", command.getGrantTurn().getJobId());
        put(params, "node", command.getGrantTurn().getNodeId());
        break;
      case START_TURN:
        put(params, "job", command.getStartTurn().getJobId());
        put(params, "node", command.getStartTurn().getNodeId());
        break;
      case RECALL_TURN:
        put(params, "job", command.getRecallTurn().getJobId());
        put(params, "node", command.getRecallTurn().getNodeId());
        put(params, "why", command.getRecallTurn().getMessage());
        break;
      case RETURN_TURN:
        put(params, "job", command.getReturnTurn().getJobId());
        put(params, "node", command.getReturnTurn().getNodeId());
        break;
      case MOVE_LEADER:
        put(params, "job", command.getMoveLeader().getJobId());
        put(params, "from", command.getMoveLeader().getFrom());
        put(params, "to", command.getMoveLeader().getTo());
        break;
      case LEADER_MOVED:
        put(params, "job", command.getLeaderMoved().getJobId());
        put(params, "why", command.getLeaderMoved().getFailure());
        break;
      case HELLO:
        put(params, "node", command.getHello().getNodeId());
        put(params, "disputed", String.join(",", command.getHello().getDisputedJobIdsList()));
        break;
      case TAKE_END:
        put(params, "job", command.getTakeEnd().getJob().getSpec().getJobId());
        put(params, "state", command.getTakeEnd().getJob().getState().name());
        break;
      case END_TURNS:
        describe(command.getEndTurns(), params);
        break;
      case PAUSE_SERVICE:
        put(params, "forSeconds", String.valueOf(command.getPauseService().getForSeconds()));
        put(params, "endUser", command.getPauseService().getEndUser());
        break;
      case RESUME_SERVICE:
        put(params, "endUser", command.getResumeService().getEndUser());
        break;
      default:
        break;
    }
    return params;
  }

  private static void describe(JobSpec spec, Map<String, String> params) {
    put(params, "job", spec.getJobId());
    put(params, "nodes", String.join(",", spec.getNodeIdsList()));
    put(params, "volume", spec.getTargets().getVolume());
    put(params, "buckets", String.join(",", spec.getTargets().getBucketsList()));
    put(params, "tables", String.join(",", spec.getTargets().getTablesList()));
    if (spec.getTargets().getKeyRangesCount() > 0) {
      put(params, "keyRanges", String.valueOf(spec.getTargets().getKeyRangesCount()));
    }
    put(params, "exclude", String.join(",", spec.getTargets().getExcludeList()));
    put(params, "preempt", spec.getPreempt() ? "true" : "");
    put(params, "moveLeader", spec.getMoveLeader() ? "true" : "");
    put(params, "origin", spec.hasRound() ? "SERVICE" : "");
  }

  private static void describe(UpdateJob update, Map<String, String> params) {
    put(params, "job", update.getJobId());
    update.getLimits().getAllFields().forEach((limit, value) -> put(params, limit.getJsonName(), value.toString()));
    put(params, "endUser", update.getEndUser());
  }

  private static void describe(EndTurns end, Map<String, String> params) {
    put(params, "job", end.getJobId());
    put(params, "nodes", String.join(",", end.getNodeIdsList()));
    put(params, "state", end.getState().name());
    put(params, "reason", end.getReason().name());
    put(params, "ranges", String.valueOf(end.getFigures().getRangesDone()));
    put(params, "readBytes", String.valueOf(end.getFigures().getReadBytes()));
    put(params, "writeBytes", String.valueOf(end.getFigures().getWriteBytes()));
  }

  private static void put(Map<String, String> params, String name, String value) {
    if (!value.isEmpty()) {
      params.put(name, cut(value));
    }
  }

  /** A refusal repeats parts of the request. */
  private static RefusedException cut(RefusedException why) {
    return why.getMessage().length() <= MAX_VALUE_LENGTH ? why
        : RefusedException.of(why.getCode(), cut(why.getMessage()));
  }

  private static String cut(String value) {
    return value.length() <= MAX_VALUE_LENGTH ? value
        : value.substring(0, MAX_VALUE_LENGTH) + "... (" + value.length() + " characters)";
  }
}
