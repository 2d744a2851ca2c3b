// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * A command or a read is refused. Its message is the {@link Refusal} as it travels to
 * the client. Has no stack: it says what is wrong with a request, not with the code.
 */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  private RefusedException(Refusal refusal) {
    super(refusal.toString(), null, false, false);
    this.refusal = refusal;
  }

  /**
   * @param code what kind of refusal; clients decide by it
   * @param message what is wrong and what to do next
   */
  public static RefusedException of(ErrorCode code, String message) {
    return new RefusedException(new Refusal(code, message, null, null));
  }

  /** BAD_REQUEST; @param parameter what is wrong, by its name in the contract. */
  public static RefusedException ofParameter(String parameter, String message) {
    return ofParameter(ErrorCode.BAD_REQUEST, parameter, message);
  }

  /** @param parameter what is wrong, by its name in the contract */
  public static RefusedException ofParameter(ErrorCode code, String parameter, String message) {
    return new RefusedException(new Refusal(code, message, parameter, null));
  }

  /** @param jobId the job in the way */
  public static RefusedException ofJob(ErrorCode code, String jobId, String message) {
    return new RefusedException(new Refusal(code, message, null, jobId));
  }

  public Refusal refusal() {
    return refusal;
  }

  public ErrorCode getCode() {
    return refusal.getCode();
  }
}
