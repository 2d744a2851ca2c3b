// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A request to a ring failed: the ring refused it, did not answer, or it was wrong before it was sent. */
public class CompactionException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  private CompactionException(Refusal refusal, Throwable cause) {
    super(refusal.getMessage(), cause);
    this.refusal = refusal;
  }

  /**
   * @param code stable code
   * @param message what is wrong, for the user
   * @param parameter the field of the request that is wrong, by its name in the contract, or null
   * @param jobId the job in the way, or null
   * @param cause may be null
   */
  public CompactionException(ErrorCode code, String message, String parameter, String jobId, Throwable cause) {
    this(new Refusal(code, message, parameter, jobId), cause);
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

  /** @param refused by a rule of the contract */
  public static CompactionException of(RefusedException refused) {
    return of(refused.refusal(), null);
  }

  public static CompactionException of(Refusal refusal, Throwable cause) {
    return new CompactionException(refusal, cause);
  }

  public ErrorCode getCode() {
    return refusal.getCode();
  }

  /** The field of the request that is wrong, by its name in the contract, or null. */
  public String getParameter() {
    return refusal.getParameter();
  }

  /** The job in the way, or null. */
  public String getJobId() {
    return refusal.getJobId();
  }

  /** The same as the JSON that REST answers with. */
  public ApiError toApiError() {
    return refusal.toApiError();
  }
}
