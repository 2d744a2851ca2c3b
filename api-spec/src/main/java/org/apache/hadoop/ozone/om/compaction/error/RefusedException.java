// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A command or a read is refused: it is wrong, the ring refused it, or nobody answered. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  /** @param cause may be null */
  public RefusedException(Refusal refusal, Throwable cause) {
    super(refusal.getMessage(), cause);
    this.refusal = refusal;
  }

  /**
   * @param code what kind of refusal; clients decide by it
   * @param message what is wrong and what to do next
   * @param parameter the field of the request that is wrong, by its name in the contract, or null
   * @param jobId the job in the way, or null
   * @param cause may be null
   */
  public RefusedException(ErrorCode code, String message, String parameter, String jobId, Throwable cause) {
    this(new Refusal(code, message, parameter, jobId), cause);
  }

  public RefusedException(ErrorCode code, String message, Throwable cause) {
    this(code, message, null, null, cause);
  }

  public static RefusedException of(ErrorCode code, String message) {
    return new RefusedException(code, message, null);
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

  /** The refusal, whose text travels to a client in an exception of OM. */
  public Refusal refusal() {
    return refusal;
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

  /** With the code, as OM's audit log prints it. */
  @Override
  public String toString() {
    return getClass().getName() + ": " + refusal;
  }
}
