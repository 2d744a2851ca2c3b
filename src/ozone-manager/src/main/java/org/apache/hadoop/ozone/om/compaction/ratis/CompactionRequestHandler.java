// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.JobDelta;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.execution.flowcontrol.ExecutionContext;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.EchoRPCResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Status;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.ozone.protocolPB.OzoneManagerRequestHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OM's request handler, which also applies compaction commands. Each command comes in a write request of type EchoRPC.
 *
 * <p>A command gets a response even after an error. An exception would stop all OMs, because all apply the same entry.
 */
public final class CompactionRequestHandler extends OzoneManagerRequestHandler {
  /**
   * Maximum size of a command, in bytes. The leader refuses a larger command. If a larger command is in the log, OMs
   * handle it as an ordinary echo.
   */
  static final int MAX_COMMAND_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(CompactionRequestHandler.class);
  private static final String NEGATIVE_SIZE = RefusedException.of(ErrorCode.BAD_REQUEST,
      "payloadSizeResp of a write EchoRPC must not be negative.").text();

  private final JobRegistry registry;
  private final CommandCheck check;
  private final CompactionAudit audit;
  private final Runnable countRefusal;

  /** @param countRefusal called for every request that is refused before it enters the log */
  public CompactionRequestHandler(OzoneManager om, JobRegistry registry, CommandCheck check, CompactionAudit audit,
      Runnable countRefusal) {
    super(om);
    this.registry = registry;
    this.check = check;
    this.audit = audit;
    this.countRefusal = countRefusal;
  }

  @Override
  public void validateRequest(OMRequest request) throws OMException {
    super.validateRequest(request);
    if (wouldStopAnOm(request)) {
      countRefusal.run();
      throw new OMException(NEGATIVE_SIZE, OMException.ResultCodes.INVALID_REQUEST);
    }
    Optional<byte[]> body = body(request);
    if (!body.isPresent()) {
      return;
    }
    String caller = caller(request);
    Command command = Command.getDefaultInstance();
    try {
      command = parse(body.get());
      refuseForeign(request, command);
      check.check(command, caller);
    } catch (RefusedException refusal) {
      countRefusal.run();
      audit.refused(request.getUserInfo(), command, refusal);
      throw new OMException(refusal.text(), refusal.getCode() == ErrorCode.FORBIDDEN
          ? OMException.ResultCodes.PERMISSION_DENIED : OMException.ResultCodes.INVALID_REQUEST);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Cannot check a compaction request of {}; it is refused", caller, e);
      throw new OMException(RefusedException.of(ErrorCode.INTERNAL, "The leader could not check this request ("
          + e.getClass().getSimpleName() + "). See its log; nothing was changed.").text(),
          OMException.ResultCodes.INVALID_REQUEST);
    }
  }

  private static void refuseForeign(OMRequest request, Command command) throws RefusedException {
    if (command.getVersion() > CompactionEnvelope.VERSION) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "This request speaks version " + command.getVersion()
          + " of the contract, the leader only " + CompactionEnvelope.VERSION + ". Upgrade the OMs first.");
    }
    if (request.hasS3Authentication()) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, "Compaction is not for S3 users.")
          .withNextStep("Use 'ozone admin om compaction'.");
    }
  }

  @Override
  public OMClientResponse handleWriteRequestImpl(OMRequest request, ExecutionContext context) throws IOException {
    Optional<byte[]> body = body(request);
    if (!body.isPresent() || body.get().length > MAX_COMMAND_BYTES) {
      if (wouldStopAnOm(request)) {
        return refused(request, NEGATIVE_SIZE);
      }
      return super.handleWriteRequestImpl(request, context);
    }
    try {
      return apply(request, parse(body.get()), context.getIndex());
    } catch (RefusedException refusal) {
      return refused(request, refusal.text());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The compaction request at log index {} cannot be applied and is passed over", context.getIndex(), e);
      return refused(request,
          RefusedException.of(ErrorCode.INTERNAL, "The request could not be applied. See OM's log.").text());
    }
  }

  private OMClientResponse apply(OMRequest request, Command command, long index) throws RefusedException {
    if (command.getVersion() > CompactionEnvelope.VERSION || request.hasS3Authentication()) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "This OM does not take the request up.");
    }
    try {
      JobDelta delta = registry.apply(command, caller(request), index);
      audit.applied(request.getUserInfo(), command, index);
      OMResponse response = OMResponse.newBuilder().setCmdType(Type.EchoRPC).setTraceID(request.getTraceID())
          .setStatus(Status.OK).setSuccess(true)
          .setEchoRPCResponse(EchoRPCResponse.newBuilder()
              .setPayload(ByteString.copyFrom(CompactionEnvelope.wrap(delta.answerTo(command)))))
          .build();
      return CompactionResponse.changing(response, delta);
    } catch (RefusedException refusal) {
      // UNKNOWN_JOB is not audited, because the leader and other OMs accept the command. Only this OM has missed the
      // job.
      if (refusal.getCode() != ErrorCode.UNKNOWN_JOB) {
        audit.refused(request.getUserInfo(), command, refusal);
      }
      throw refusal;
    }
  }

  private static OMClientResponse refused(OMRequest request, String message) {
    return CompactionResponse.refusing(OMResponse.newBuilder().setCmdType(Type.EchoRPC)
        .setTraceID(request.getTraceID()).setStatus(Status.INVALID_REQUEST).setSuccess(false).setMessage(message)
        .build());
  }

  /**
   * True if a write EchoRPC request asks for a response of negative size. An OM without the add-on would stop when it
   * applies the request.
   */
  private static boolean wouldStopAnOm(OMRequest request) {
    return isWriteEcho(request) && request.getEchoRPCRequest().getPayloadSizeResp() < 0;
  }

  private static boolean isWriteEcho(OMRequest request) {
    return request.getCmdType() == Type.EchoRPC && !request.getEchoRPCRequest().getReadOnly();
  }

  private static Optional<byte[]> body(OMRequest request) {
    if (!isWriteEcho(request)) {
      return Optional.empty();
    }
    return CompactionEnvelope.unwrap(request.getEchoRPCRequest().getPayloadReq().toByteArray());
  }

  private static Command parse(byte[] body) throws RefusedException {
    if (body.length > MAX_COMMAND_BYTES) {
      throw RefusedException.of(ErrorCode.TOO_LARGE, "The request has " + body.length + " bytes, the most is "
          + MAX_COMMAND_BYTES + ". Name fewer buckets or key ranges.");
    }
    try {
      return Command.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST,
          "The request is not a compaction command. Use a client of this add-on.");
    }
  }

  private static String caller(OMRequest request) {
    return request.getUserInfo().getUserName();
  }
}
