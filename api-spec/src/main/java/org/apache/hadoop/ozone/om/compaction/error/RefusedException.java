// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import com.google.common.base.Enums;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * A command or a read is refused: it is wrong, the ring refused it, or nobody answered. The one value behind an
 * {@link ApiError}, an exit of the command and an OMException. Such an exception holds one of OM's own result codes and
 * a message, nothing else, so our code, the parameter and the job in the way stand in brackets before the message:
 * {@code [JOB_OVERLAPS job=6f0b...] Bucket /v/b is being compacted.}
 */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final Pattern TEXT = Pattern.compile(
      "\\[([A-Z_]+)(?: parameter=([\\w.\\-]+))?(?: job=([0-9a-fA-F-]+))?] ?(.*)", Pattern.DOTALL);

  private final ErrorCode code;
  private final String parameter;
  private final String jobId;

  /**
   * @param code what kind of refusal; clients decide by it
   * @param message what is wrong and what to do next
   * @param parameter the field of the request that is wrong, by its name in the contract, or null
   * @param jobId the job in the way, or null
   * @param cause may be null
   */
  public RefusedException(ErrorCode code, String message, String parameter, String jobId, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.parameter = parameter;
    this.jobId = jobId;
  }

  public RefusedException(ErrorCode code, String message, Throwable cause) {
    this(code, message, null, null, cause);
  }

  public static RefusedException of(ErrorCode code, String message) {
    return new RefusedException(code, message, null);
  }

  /** @param error as an OM answered it, with its code and message */
  public static RefusedException of(ApiError error) {
    return new RefusedException(error.getCode(), error.getMessage(), error.getParameter(), error.getJobId(), null);
  }

  /** BAD_REQUEST; @param parameter what is wrong, by its name in the contract. */
  public static RefusedException ofParameter(String parameter, String message) {
    return ofParameter(ErrorCode.BAD_REQUEST, parameter, message);
  }

  /** @param parameter what is wrong, by its name in the contract */
  public static RefusedException ofParameter(ErrorCode code, String parameter, String message) {
    return new RefusedException(code, message, parameter, null, null);
  }

  /** @param jobId the job in the way */
  public static RefusedException ofJob(ErrorCode code, String jobId, String message) {
    return new RefusedException(code, message, null, jobId, null);
  }

  /**
   * Reads a {@link #text}.
   *
   * @param text an exception's message, may be null
   * @param cause that exception
   * @return empty when the text is not ours; a code that is newer than this class reads as INTERNAL
   */
  public static Optional<RefusedException> parse(String text, Throwable cause) {
    Matcher matcher = TEXT.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ErrorCode code = Enums.getIfPresent(ErrorCode.class, matcher.group(1)).or(ErrorCode.INTERNAL);
    return Optional.of(new RefusedException(code, matcher.group(4), matcher.group(2), matcher.group(3), cause));
  }

  public ErrorCode getCode() {
    return code;
  }

  /** The field of the request that is wrong, by its name in the contract, or null. */
  public String getParameter() {
    return parameter;
  }

  /** The job in the way, or null. */
  public String getJobId() {
    return jobId;
  }

  /** The refusal as the message of an exception of OM, which brings it to a client. */
  public String text() {
    return "[" + code + (parameter == null ? "" : " parameter=" + parameter) + (jobId == null ? "" : " job=" + jobId)
        + "] " + getMessage();
  }

  /** The same as the JSON that REST answers with. */
  public ApiError toApiError() {
    return new ApiError().code(code).message(getMessage()).parameter(parameter).jobId(jobId);
  }

  /** With the code, as OM's audit log prints it. */
  @Override
  public String toString() {
    return getClass().getName() + ": " + text();
  }
}
