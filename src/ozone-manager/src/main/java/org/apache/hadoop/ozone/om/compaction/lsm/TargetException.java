// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** Targets that name what is not there, or contradict each other. The message says what to do next. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final Field field;

  /** The part of the targets that is wrong. */
  public enum Field {
    VOLUME("volume"), BUCKET("bucket"), TABLE("table"), KEY_RANGE("keyRange");

    private final String parameter;

    Field(String parameter) {
      this.parameter = parameter;
    }

    /** Its name in requests. */
    public String parameter() {
      return parameter;
    }
  }

  TargetException(ErrorCode code, Field field, String message) {
    super(message);
    this.code = code;
    this.field = field;
  }

  public ErrorCode code() {
    return code;
  }

  public Field field() {
    return field;
  }
}
