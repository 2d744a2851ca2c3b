// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.apache.hadoop.security.authentication.client.KerberosAuthenticator;

/** A client of Recon that authenticates by SPNEGO when asked. */
record SpnegoClient(URI server) {
  private static final String API = "/api/v1/om/compaction";

  /** An answer. */
  record Answer(String request, int status, String type, byte[] body) {
    Answer is(int expected) {
      assertThat(status).as("%s", this).isEqualTo(expected);
      return this;
    }

    <T> T read(Class<T> model) throws IOException {
      assertThat(type).as("%s", this).startsWith("application/json");
      return CompactionJson.mapper().readValue(body, model);
    }

    @Override
    public String toString() {
      return request + " -> " + status + " " + new String(body, StandardCharsets.UTF_8);
    }
  }

  /** @param user null for none */
  Answer get(UserGroupInformation user, String path) throws Exception {
    return as(user, () -> answer(open(path), null));
  }

  Answer post(UserGroupInformation user, String path, String body) throws Exception {
    return as(user, () -> answer(open(path), body));
  }

  /** Asks as Hadoop's own clients do: they authenticate by OPTIONS first and return with a cookie. */
  Answer getAsHadoopDoes(UserGroupInformation user, String path) throws Exception {
    return as(user, () -> answer(new AuthenticatedURL(new KerberosAuthenticator())
        .openConnection(server.resolve(API + path).toURL(), new AuthenticatedURL.Token()), null));
  }

  private HttpURLConnection open(String path) throws IOException {
    return (HttpURLConnection) server.resolve(API + path).toURL().openConnection();
  }

  private static Answer as(UserGroupInformation user, PrivilegedExceptionAction<Answer> request) throws Exception {
    return user == null ? request.run() : user.doAs(request);
  }

  private static Answer answer(HttpURLConnection connection, String body) throws IOException {
    if (body != null) {
      connection.setRequestMethod("POST");
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setRequestProperty("X-Requested-With", "test");
      connection.setDoOutput(true);
      connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(connection.getRequestMethod() + " " + connection.getURL(), status,
          connection.getContentType(), in.readAllBytes());
    }
  }
}
