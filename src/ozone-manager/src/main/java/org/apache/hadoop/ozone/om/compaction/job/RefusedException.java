// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A command that is not carried out, why, and what to do next. Travels to the client as the message of an error. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  private Refusal(ErrorCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  /**
   * @param code what kind of refusal; clients decide by it
   * @param message what is wrong and what to do next
   */
  public static Refusal of(ErrorCode code, String message) {
    return new Refusal(code, '[' + code.getValue() + "] " + message);
  }

  static Refusal ofParameter(String parameter, String message) {
    return tagged(ErrorCode.BAD_REQUEST, "parameter", parameter, message);
  }

  static Refusal ofParameter(ErrorCode code, String parameter, String message) {
    return tagged(code, "parameter", parameter, message);
  }

  static Refusal ofJob(ErrorCode code, String jobId, String message) {
    return tagged(code, "job", jobId, message);
  }

  private static Refusal tagged(ErrorCode code, String tag, String value, String message) {
    return new Refusal(code, '[' + code.getValue() + ' ' + tag + '=' + value + "] " + message);
  }

  public ErrorCode getCode() {
    return code;
  }
}
