// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import com.google.common.hash.Hashing;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.ResponseBuilder;

/** Makes answers with entity tags. A client gets status 304 without a body if it already has the same answer. */
final class EntityTags {
  private static final int LETTERS = 16;

  private EntityTags() {
  }

  /**
   * @param prefix beginning of the tag, for people who read it; can be empty
   * @param ifNoneMatch the header of the request; can be null
   */
  static Response answer(String prefix, byte[] body, String type, String ifNoneMatch) {
    String tag = '"' + prefix + Hashing.sha256().hashBytes(body).toString().substring(0, LETTERS) + '"';
    // Jersey by itself tells the length of short bodies only, and Jetty then tells HEAD of a long one that it is empty.
    ResponseBuilder response = matches(ifNoneMatch, tag) ? Response.notModified()
        : Response.ok(body, type).header(HttpHeaders.CONTENT_LENGTH, body.length);
    return response.header(HttpHeaders.ETAG, tag).build();
  }

  private static boolean matches(String ifNoneMatch, String tag) {
    if (ifNoneMatch != null) {
      for (String known : ifNoneMatch.split(",")) {
        String name = known.trim();
        if (name.equals("*") || name.equals(tag) || name.equals("W/" + tag)) {
          return true;
        }
      }
    }
    return false;
  }
}
