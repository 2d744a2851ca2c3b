// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.ozone.audit.AuditAction;
import org.apache.hadoop.ozone.audit.AuditEventStatus;
import org.apache.hadoop.ozone.audit.AuditLogger;
import org.apache.hadoop.ozone.audit.AuditMessage;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command.BodyCase;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to OM's audit log: compaction requests, accepted or refused, and the begin and end of turns. */
public final class CompactionAudit {

  /**
   * The audited actions. Progress reports, and {@code Hello} commands that ask to end no job, are audited only if
   * refused.
   */
  enum Action implements AuditAction {
    TRIGGER_RANGE_COMPACTION(BodyCase.SUBMIT),
    CANCEL_RANGE_COMPACTION(BodyCase.CANCEL),
    UPDATE_RANGE_COMPACTION(BodyCase.UPDATE_JOB),
    PAUSE_RANGE_COMPACTION(BodyCase.PAUSE_JOB),
    RESUME_RANGE_COMPACTION(BodyCase.RESUME_JOB),
    GRANT_RANGE_COMPACTION_TURN(BodyCase.GRANT_TURN),
    START_RANGE_COMPACTION_TURN(BodyCase.START_TURN),
    RECALL_RANGE_COMPACTION_TURN(BodyCase.RECALL_TURN),
    RETURN_RANGE_COMPACTION_TURN(BodyCase.RETURN_TURN),
    MOVE_LEADER_FOR_RANGE_COMPACTION(BodyCase.MOVE_LEADER),
    END_MOVE_OF_LEADER_FOR_RANGE_COMPACTION(BodyCase.LEADER_MOVED),
    END_RANGE_COMPACTION_TURN(BodyCase.END_TURNS),
    REPORT_RANGE_COMPACTION_TURN(BodyCase.REPORT_PROGRESS),
    HELLO_RANGE_COMPACTION(BodyCase.HELLO),
    TAKE_END_OF_RANGE_COMPACTION(BodyCase.TAKE_END),
    PAUSE_RANGE_COMPACTION_SERVICE(BodyCase.PAUSE_SERVICE),
    RESUME_RANGE_COMPACTION_SERVICE(BodyCase.RESUME_SERVICE),
    UNKNOWN_RANGE_COMPACTION_REQUEST(BodyCase.BODY_NOT_SET);

    private final BodyCase body;

    Action(BodyCase body) {
      this.body = body;
    }

    static Action of(Command command) {
      return Arrays.stream(values()).filter(action -> action.body == command.getBodyCase()).findFirst()
          .orElse(UNKNOWN_RANGE_COMPACTION_REQUEST);
    }

    @Override
    public String getAction() {
      return name();
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(CompactionAudit.class);
  /**
   * Maximum length of an audited value, in characters. The rest is cut, because a refused request can have any size.
   */
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

  /** Writes a line; logs an error instead of throwing it. A command that was applied must not appear to be refused. */
  private static void guarded(Runnable line) {
    try {
      line.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A compaction request could not be audited", e);
    }
  }

  private static AuditMessage.Builder message(UserInfo caller, Command command, Map<String, String> params) {
    return new AuditMessage.Builder().setUser(caller.getUserName()).atIp(caller.getRemoteAddress())
        .forOperation(Action.of(command)).withParams(params);
  }

  private static Map<String, String> params(Command command) {
    Map<String, String> params = new LinkedHashMap<>();
    describe(command.toBuilder().clearVersion().clearSentAtMs().build(), params);
    if (command.hasCancel() && command.getCancel().getJobId().isEmpty()) {
      params.put("jobId", "all");
    }
    if (command.getSubmit().getSpec().hasRound()) {
      params.put("origin", "SERVICE");
    }
    return params;
  }

  /**
   * Adds the fields of a message by their names in JSON. For a field of repeated messages, such as key ranges, adds
   * only their number.
   */
  private static void describe(Message message, Map<String, String> params) {
    message.getAllFields().forEach((field, value) -> {
      boolean ofParts = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (ofParts && !field.isRepeated()) {
        describe((Message) value, params);
      } else {
        params.put(field.getJsonName(), cut(ofParts ? String.valueOf(((List<?>) value).size())
            : field.isRepeated() ? StringUtils.join((List<?>) value, ',') : value.toString()));
      }
    });
  }

  /** Shortens the texts of a refusal, which may repeat parts of the request. */
  private static RefusedException cut(RefusedException why) {
    return why.sentence().length() <= MAX_VALUE_LENGTH ? why
        : RefusedException.of(why.getCode(), cut(why.sentence()));
  }

  private static String cut(String value) {
    return value.length() <= MAX_VALUE_LENGTH ? value
        : value.substring(0, MAX_VALUE_LENGTH) + "... (" + value.length() + " characters)";
  }
}
