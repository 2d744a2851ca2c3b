// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A request that is not answered as asked, and why. */
final class ApiException extends Exception {
  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final ErrorCode code;
  private final String parameter;

  ApiException(HttpStatus status, ErrorCode code, String message) {
    this(status, code, null, message);
  }

  /** @param parameter the parameter that is wrong, or null */
  ApiException(HttpStatus status, ErrorCode code, String parameter, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }

  static ApiException badRequest(String parameter, String message) {
    return new ApiException(HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST, parameter, message);
  }

  HttpStatus status() {
    return status;
  }

  ApiError body() {
    return new ApiError().code(code).message(getMessage()).parameter(parameter);
  }
}
