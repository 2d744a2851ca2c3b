// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

/** What a request is answered with. */
final class Reply {
  private final Object body;
  private final String etag;

  private Reply(Object body, String etag) {
    this.body = body;
    this.etag = etag;
  }

  static Reply of(Object body) {
    return new Reply(body, null);
  }

  /** @param revision grows with every change of the body */
  static Reply of(Object body, long revision) {
    return new Reply(body, "\"" + revision + "\"");
  }

  /** An object of the contract's model. */
  Object body() {
    return body;
  }

  /** Null if the answer has none. */
  String etag() {
    return etag;
  }
}
