// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Json;

/** Base of the endpoints that ask the ring, with the HTTP request. */
abstract class RingEndpoint {
  /** Parameters of Hadoop's authentication, which runs before the endpoints. */
  private static final Set<String> AUTHENTICATION =
      new HashSet<>(Arrays.asList("user.name", "doas", "doAs", "delegation"));

  @Inject
  private ReconRing ring;
  @Context
  private HttpServletRequest request;

  ReconRing ring() {
    return ring;
  }

  /** A read of the ring. */
  interface Read<T> {
    T of(Ring asked, Query query) throws IOException;
  }

  /**
   * Answers with a read of the ring.
   *
   * @throws RefusedException BAD_REQUEST with a parameter that the rules do not allow
   */
  <T> Response read(QueryRules rules, Read<T> read) throws IOException {
    Query query = query(rules);
    return answer(ring.read(getClass().getName() + query, asked -> read.of(asked, query)));
  }

  /** A command to the ring. */
  interface Change<T> {
    T by(RingCommands commands) throws IOException;
  }

  /** Answers with what a command has changed. */
  <T> Response write(Change<T> change) throws IOException {
    // Read here, as the request is bound to this thread.
    String endUser = endUser();
    return Json.accepted(ring.write(asked -> change.by(asked.commandsOf(endUser)))).build();
  }

  /** @throws RefusedException BAD_REQUEST with the parameter's name */
  Query query(QueryRules rules) throws RefusedException {
    String raw = request.getQueryString();
    if (raw != null && request.getAuthType() != null) {
      raw = Arrays.stream(raw.split("&"))
          .filter(pair -> !AUTHENTICATION.contains(pair.split("=", 2)[0]))
          .collect(Collectors.joining("&"));
    }
    return Query.parse(raw, rules);
  }

  /** The user, or null if Recon does not know. */
  String endUser() {
    Principal user = request.getAuthType() == null ? null : request.getUserPrincipal();
    return user == null ? null : user.getName();
  }

  Response answer(Object model) {
    return Json.answer(model, request.getHeader(HttpHeaders.IF_NONE_MATCH));
  }
}
