// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.ozone.om.compaction.error.HttpStatus;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;

/** Maps refusals to HTTP statuses. Makes an error for an HTTP status that came without a body. */
public final class Errors {
  /** The parameter that a refusal names if it concerns the whole body. */
  public static final String BODY = "body";

  private static final int TOO_MANY_WORDS = 2000;

  private Errors() {
  }

  public static int status(ErrorCode code) {
    // UNAUTHENTICATED means that the OM rejected Recon, not that Recon rejected its user.
    return code == ErrorCode.UNAUTHENTICATED ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : HttpStatus.of(code);
  }

  /** Returns the JSON error for a response that has this status but no body. */
  public static ApiErrorJson of(int status) {
    switch (status) {
      case HttpServletResponse.SC_UNAUTHORIZED:
        return error(ErrorCode.UNAUTHENTICATED, "Recon wants to know who you are: authenticate, with curl for example"
            + " by --negotiate -u : after kinit.");
      case HttpServletResponse.SC_FORBIDDEN:
        return error(ErrorCode.FORBIDDEN, "Recon's administrators only; ozone.administrators and"
            + " ozone.recon.administrators name them.");
      case HttpServletResponse.SC_NOT_FOUND:
        return error(ErrorCode.NOT_FOUND, "There is nothing here; /api/v1/om/compaction/openapi.yaml says what there"
            + " is.");
      case HttpServletResponse.SC_METHOD_NOT_ALLOWED:
        return error(ErrorCode.METHOD_NOT_ALLOWED, "This method is not for this path;"
            + " /api/v1/om/compaction/openapi.yaml says which are.");
      case HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE:
        return error(ErrorCode.BAD_REQUEST, "The body has to be JSON in UTF-8, with Content-Type:"
            + " application/json.")
            .parameter("Content-Type");
      default:
        return status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR
            ? error(ErrorCode.BAD_REQUEST, "The request cannot be understood.")
            : error(ErrorCode.INTERNAL, "Recon could not answer; its log says why.");
    }
  }

  static ApiErrorJson error(ErrorCode code, String message) {
    return new ApiErrorJson().code(code).message(message);
  }

  /** The error itself or the first of its causes that is an instance of the type; null if there is none. */
  public static <T extends Throwable> T causeOf(Throwable error, Class<T> type) {
    Throwable cause = error;
    while (cause != null && !type.isInstance(cause)) {
      cause = cause.getCause();
    }
    return type.cast(cause);
  }

  /**
   * Returns a copy of the error with valid UTF-8 and short texts, because the original texts can quote what a client
   * sent.
   */
  public static ApiErrorJson presentable(ApiErrorJson error) {
    return new ApiErrorJson().code(error.getCode()).jobId(error.getJobId()).message(presentable(error.getMessage()))
        .nextStep(presentable(error.getNextStep())).parameter(presentable(error.getParameter()))
        .value(presentable(error.getValue()));
  }

  private static String presentable(String text) {
    return text == null ? null
        : new String(Excerpt.of(text, TOO_MANY_WORDS).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
