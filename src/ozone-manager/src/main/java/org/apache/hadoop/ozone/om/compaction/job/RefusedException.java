// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.Refusal;

/** A command that is not carried out. Its message is the {@link Refusal} as it travels to the client. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  private RefusedException(Refusal refusal) {
    super(refusal.toString(), null, false, false);
    this.code = refusal.getCode();
  }

  /**
   * @param code what kind of refusal; clients decide by it
   * @param message what is wrong and what to do next
   */
  public static RefusedException of(ErrorCode code, String message) {
    return new RefusedException(new Refusal(code, message, null, null));
  }

  static RefusedException ofParameter(String parameter, String message) {
    return ofParameter(ErrorCode.BAD_REQUEST, parameter, message);
  }

  static RefusedException ofParameter(ErrorCode code, String parameter, String message) {
    return new RefusedException(new Refusal(code, message, parameter, null));
  }

  static RefusedException ofJob(ErrorCode code, String jobId, String message) {
    return new RefusedException(new Refusal(code, message, null, jobId));
  }

  public ErrorCode getCode() {
    return code;
  }
}
