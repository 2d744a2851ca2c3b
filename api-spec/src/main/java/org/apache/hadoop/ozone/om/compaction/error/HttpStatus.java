// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import java.net.HttpURLConnection;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** Maps the code of a refusal to an HTTP status. */
public final class HttpStatus {
  private HttpStatus() {
  }

  /** The HTTP status of an OM's answer with this code. Recon's is the same, except 503 for UNAUTHENTICATED. */
  public static int of(ErrorCode code) {
    switch (code) {
      case BAD_REQUEST:
      case TOO_LARGE:
        return HttpURLConnection.HTTP_BAD_REQUEST;
      case UNAUTHENTICATED:
      case FORBIDDEN:
      case WRITES_DISABLED:
        return HttpURLConnection.HTTP_FORBIDDEN;
      case UNKNOWN_VOLUME:
      case UNKNOWN_BUCKET:
      case UNKNOWN_PATH:
      case UNKNOWN_TABLE:
      case UNKNOWN_NODE:
      case UNKNOWN_JOB:
      case NOT_FOUND:
        return HttpURLConnection.HTTP_NOT_FOUND;
      case METHOD_NOT_ALLOWED:
        return HttpURLConnection.HTTP_BAD_METHOD;
      case JOB_OVERLAPS:
      case JOB_ID_TAKEN:
      case JOB_OPEN:
      case JOB_ENDED:
      case TOO_MANY_JOBS:
        return HttpURLConnection.HTTP_CONFLICT;
      case INTERNAL:
        return HttpURLConnection.HTTP_INTERNAL_ERROR;
      default:
        // The ring or this OM cannot answer now; the same request may succeed later.
        return HttpURLConnection.HTTP_UNAVAILABLE;
    }
  }
}
