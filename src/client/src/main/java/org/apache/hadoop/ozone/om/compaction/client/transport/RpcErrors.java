// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.IOException;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.token.SecretManager;

/** Translates exceptions of OM's RPC into refusals with a code. */
public final class RpcErrors {
  private RpcErrors() {
  }

  public static RefusedException translate(IOException error) {
    if (error instanceof RefusedException) {
      return (RefusedException) error;
    }
    String text = firstLine(error);
    Optional<RefusedException> refusal = RefusedException.parse(text, error);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (error instanceof OMException) {
      return new RefusedException(codeOf(((OMException) error).getResult()), text, error);
    }
    Optional<Throwable> unauthenticated = unauthenticated(error);
    if (unauthenticated.isPresent()) {
      return new RefusedException(ErrorCode.UNAUTHENTICATED, "The ring does not accept the credentials: "
          + firstLine(unauthenticated.get()), error);
    }
    return new RefusedException(ErrorCode.NO_LEADER, "The ring has no leader that can be reached: " + text, error);
  }

  private static ErrorCode codeOf(OMException.ResultCodes result) {
    switch (result) {
      case PERMISSION_DENIED:
        return ErrorCode.FORBIDDEN;
      case INVALID_TOKEN:
      case TOKEN_EXPIRED:
        return ErrorCode.UNAUTHENTICATED;
      case NOT_SUPPORTED_OPERATION_WHEN_PREPARED:
        return ErrorCode.RING_UNHEALTHY;
      case INVALID_REQUEST:
        return ErrorCode.BAD_REQUEST;
      default:
        return ErrorCode.INTERNAL;
    }
  }

  /** Returns the first cause that is about authentication; empty if there is none. */
  private static Optional<Throwable> unauthenticated(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof AccessControlException || cause instanceof SaslException
          || cause instanceof SecretManager.InvalidToken) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }

  /** The first line of an exception's message. In a remote exception the OM's stack trace follows it. */
  private static String firstLine(Throwable error) {
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end).trim();
  }
}
