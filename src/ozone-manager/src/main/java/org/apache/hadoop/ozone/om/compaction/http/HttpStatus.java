// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import javax.servlet.http.HttpServletResponse;

/** The statuses that the read servlet answers with besides 200. */
enum HttpStatus {
  NOT_MODIFIED(HttpServletResponse.SC_NOT_MODIFIED),
  BAD_REQUEST(HttpServletResponse.SC_BAD_REQUEST),
  FORBIDDEN(HttpServletResponse.SC_FORBIDDEN),
  NOT_FOUND(HttpServletResponse.SC_NOT_FOUND),
  METHOD_NOT_ALLOWED(HttpServletResponse.SC_METHOD_NOT_ALLOWED),
  INTERNAL_ERROR(HttpServletResponse.SC_INTERNAL_SERVER_ERROR),
  UNAVAILABLE(HttpServletResponse.SC_SERVICE_UNAVAILABLE);

  private final int code;

  HttpStatus(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
