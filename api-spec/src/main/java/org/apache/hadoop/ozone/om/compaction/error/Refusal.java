// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Why something that was asked for cannot be had: the one value behind an {@link ApiError}, an exit of the command and
 * an OMException. Such an exception holds one of OM's own result codes and a message, nothing else, so our code, the
 * parameter and the job in the way stand in brackets before the message:
 * {@code [JOB_OVERLAPS job=6f0b...] Bucket /v/b is being compacted.} Immutable.
 */
public final class Refusal implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Pattern TEXT = Pattern.compile(
      "\\[([A-Z_]+)(?: parameter=([\\w.\\-]+))?(?: job=([0-9a-fA-F-]+))?] ?(.*)", Pattern.DOTALL);

  private final ErrorCode code;
  private final String message;
  private final String parameter;
  private final String jobId;

  /**
   * @param message what is wrong and what to do next
   * @param parameter the field of the request that is wrong, by its name in the contract, or null
   * @param jobId the job in the way, or null
   */
  public Refusal(ErrorCode code, String message, String parameter, String jobId) {
    this.code = Objects.requireNonNull(code, "code");
    this.message = Objects.requireNonNull(message, "message");
    this.parameter = parameter;
    this.jobId = jobId;
  }

  /** @param error as an OM or Recon answered it, with its code and message */
  public static Refusal of(ApiError error) {
    return new Refusal(error.getCode(), error.getMessage(), error.getParameter(), error.getJobId());
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @param text an exception's message, may be null
   * @return empty when the text is not ours; a code that is newer than this class reads as INTERNAL
   */
  public static Optional<Refusal> parse(String text) {
    Matcher matcher = TEXT.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(new Refusal(codeOf(matcher.group(1)), matcher.group(4), matcher.group(2), matcher.group(3)));
  }

  private static ErrorCode codeOf(String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return ErrorCode.INTERNAL;
  }

  public ErrorCode getCode() {
    return code;
  }

  public String getMessage() {
    return message;
  }

  /** The field of the request that is wrong, by its name in the contract, or null. */
  public String getParameter() {
    return parameter;
  }

  /** The job in the way, or null. */
  public String getJobId() {
    return jobId;
  }

  /** The same as the JSON that REST answers with. */
  public ApiError toApiError() {
    return new ApiError().code(code).message(message).parameter(parameter).jobId(jobId);
  }

  @Override
  public String toString() {
    return "[" + code + (parameter == null ? "" : " parameter=" + parameter) + (jobId == null ? "" : " job=" + jobId)
        + "] " + message;
  }
}
