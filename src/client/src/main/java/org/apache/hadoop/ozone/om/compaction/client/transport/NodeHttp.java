// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Throwables;
import com.google.common.io.ByteStreams;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/** Reads from one OM over HTTP, with SPNEGO if OM's HTTP server requires it. */
public final class NodeHttp implements Closeable {
  private static final String ROOT = "/compaction/v1";
  private static final int MAX_BYTES = 64 << 20;
  private static final int HEADERS_TOO_LONG = 431;

  private final UserGroupInformation user;
  private final boolean spnego;
  private final RingSettings settings;
  private final OzoneConfiguration conf;
  /** Makes connections with TLS or SPNEGO. Null until first used, because loading TLS slows the start of a command. */
  private URLConnectionFactory secured;
  private final ObjectMapper json = CompactionJson.mapper();

  public NodeHttp(OzoneConfiguration conf, UserGroupInformation user, RingSettings settings) {
    this.user = user;
    this.spnego = "kerberos".equalsIgnoreCase(conf.get(OMConfigKeys.OZONE_OM_HTTP_AUTH_TYPE, "simple"));
    this.settings = settings;
    this.conf = conf;
  }

  /**
   * @param path relative to the API's root, with the query
   * @throws RefusedException UNREACHABLE, ADD_ON_MISSING, UNAUTHENTICATED, or the OM's own refusal
   */
  <T> T get(RingNode node, String path, Class<T> type) throws RefusedException {
    try {
      return user.doAs((PrivilegedExceptionAction<T>) () -> request(node, path, type));
    } catch (RefusedException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(node, e);
    } catch (SSLException e) {
      throw untrusted(node, e);
    } catch (IOException e) {
      throw unreachable(node, e);
    } catch (UndeclaredThrowableException e) {
      throw e.getCause() instanceof AuthenticationException ? unauthenticated(node, e.getCause())
          : unreachable(node, e.getCause());
    }
  }

  private <T> T request(RingNode node, String path, Class<T> type) throws IOException, AuthenticationException {
    URL url = new URL(node.getHttp() + ROOT + path);
    HttpURLConnection connection;
    try {
      connection = connection(url);
    } catch (AuthenticationException e) {
      throw unauthenticated(node, e);
    }
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "application/json");
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      throw refused(node, status, body(connection.getErrorStream()));
    }
    byte[] body = body(connection.getInputStream());
    try {
      T answer = json.readValue(body, type);
      if (answer == null) {
        throw unreadable(node, "empty", null);
      }
      return answer;
    } catch (JsonProcessingException e) {
      throw unreadable(node, e.getOriginalMessage(), e);
    }
  }

  private HttpURLConnection connection(URL url) throws IOException, AuthenticationException {
    if (spnego || !"http".equals(url.getProtocol())) {
      return (HttpURLConnection) secured().openConnection(url, spnego);
    }
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(millis(settings.getConnectTimeout()));
    connection.setReadTimeout(millis(settings.getReadTimeout()));
    return connection;
  }

  private synchronized URLConnectionFactory secured() {
    if (secured == null) {
      secured = URLConnectionFactory.newDefaultURLConnectionFactory(millis(settings.getConnectTimeout()),
          millis(settings.getReadTimeout()), conf);
    }
    return secured;
  }

  private static int millis(Duration time) {
    return Math.toIntExact(time.toMillis());
  }

  private RefusedException refused(RingNode node, int status, byte[] body) {
    Optional<ApiErrorJson> error = apiError(body);
    if (error.isPresent()) {
      return RefusedException.of(error.get());
    }
    switch (status) {
      case HttpURLConnection.HTTP_NOT_FOUND:
        return RefusedException.of(ErrorCode.ADD_ON_MISSING, "OM " + node
            + " runs without the range compaction add-on.");
      case HttpURLConnection.HTTP_UNAUTHORIZED:
        return unauthenticated(node, null);
      case HttpURLConnection.HTTP_FORBIDDEN:
        return RefusedException.of(ErrorCode.FORBIDDEN, "OM " + node + " refuses to answer this user.");
      case HttpURLConnection.HTTP_REQ_TOO_LONG:
      case HEADERS_TOO_LONG:
        return RefusedException.of(ErrorCode.TOO_LARGE, "OM " + node + " takes no question that is so long: name fewer"
            + " buckets or key ranges at once. A job may name them all.");
      default:
        return RefusedException.of(ErrorCode.INTERNAL, "OM " + node + " answered with HTTP status " + status + ".");
    }
  }

  private Optional<ApiErrorJson> apiError(byte[] body) {
    try {
      ApiErrorJson error = json.readValue(body, ApiErrorJson.class);
      return Optional.ofNullable(error).filter(e -> e.getCode() != null && e.getMessage() != null);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static byte[] body(InputStream stream) throws IOException {
    if (stream == null) {
      return new byte[0];
    }
    try (InputStream in = stream) {
      byte[] body = ByteStreams.toByteArray(ByteStreams.limit(in, MAX_BYTES + 1L));
      if (body.length > MAX_BYTES) {
        throw RefusedException.of(ErrorCode.TOO_LARGE, "An answer is larger than " + (MAX_BYTES >> 20)
            + " MB; ask for fewer rows at once.");
      }
      return body;
    }
  }

  private static RefusedException unreadable(RingNode node, String reason, Throwable cause) {
    return new RefusedException(ErrorCode.INTERNAL, "The answer of OM " + node + " cannot be understood (" + reason
        + "). Is its add-on of another version?", cause);
  }

  private static RefusedException unreachable(RingNode node, Throwable cause) {
    String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new RefusedException(ErrorCode.UNREACHABLE, "OM " + node + " did not answer: " + reason + ".", cause);
  }

  private static RefusedException untrusted(RingNode node, SSLException cause) {
    return new RefusedException(ErrorCode.UNREACHABLE, "OM " + node + " was not asked: " + cause.getMessage()
        + ". Does the truststore that ssl-client.xml names trust its certificate?", cause);
  }

  private static RefusedException unauthenticated(RingNode node, Throwable cause) {
    Throwable root = cause == null ? null : Throwables.getRootCause(cause);
    return new RefusedException(ErrorCode.UNAUTHENTICATED, "OM " + node + " does not accept the credentials"
        + (root == null || root.getMessage() == null ? "." : ": " + root.getMessage() + "."), cause);
  }

  @Override
  public synchronized void close() {
    if (secured != null) {
      secured.destroy();
    }
  }
}
