// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.Refusal;

/** What was asked for cannot be had: refused by the ring, not answered, or wrong before it was sent. */
public class CompactionException extends IOException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String parameter;
  private final String jobId;

  /**
   * @param code stable code
   * @param message what is wrong, for the user
   * @param parameter the field of the request that is wrong, by its name in the contract, or null
   * @param jobId the job in the way, or null
   * @param cause may be null
   */
  public CompactionException(ErrorCode code, String message, String parameter, String jobId, Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code");
    this.parameter = parameter;
    this.jobId = jobId;
  }

  public CompactionException(ErrorCode code, String message) {
    this(code, message, null, null, null);
  }

  public CompactionException(ErrorCode code, String message, Throwable cause) {
    this(code, message, null, null, cause);
  }

  /** @param parameter the field of the request that is wrong, by its name in the contract */
  public static CompactionException badRequest(String parameter, String message) {
    return new CompactionException(ErrorCode.BAD_REQUEST, message, parameter, null, null);
  }

  static CompactionException of(ApiError error) {
    return new CompactionException(error.getCode(), error.getMessage(), error.getParameter(), error.getJobId(), null);
  }

  static CompactionException of(Refusal refusal, Throwable cause) {
    return new CompactionException(refusal.getCode(), refusal.getMessage(), refusal.getParameter(),
        refusal.getJobId(), cause);
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

  /** The same as the JSON that REST answers with. */
  public ApiError toApiError() {
    return new ApiError().code(code).message(getMessage()).parameter(parameter).jobId(jobId);
  }
}
