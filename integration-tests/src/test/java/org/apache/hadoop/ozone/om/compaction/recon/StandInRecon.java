// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.om.compaction.model.JobState;

/** What a script sees of a Recon: a ring that is well, one range to compact, and a job that has ended. */
final class StandInRecon implements AutoCloseable {
  private final HttpServer server;
  private final List<String> submitted = new CopyOnWriteArrayList<>();

  /** @param ended how every job has ended */
  StandInRecon(JobState ended) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answers("/nodes", 200, "{'nodes': [{'nodeId': 'om1', 'role': 'LEADER', 'reachable': true,"
        + " 'addOnVersion': '1.0.0'}]}");
    answers("/ranges", 200, "{'unanswered': [], 'totals': [{'nodeId': 'om1', 'ranges': 1, 'tombstones':"
        + " {'low': 1, 'high': 1}, 'predictedReadBytes': 1, 'predictedWriteBytes': 1}]}");
    answers("/jobs", 202, "{}");
    answers("/jobs/", 200, "{'state': '" + ended + "', 'turns': []}");
    server.start();
  }

  private void answers(String path, int status, String json) {
    server.createContext(Http.API + path, exchange -> {
      byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (path.equals("/jobs")) {
        submitted.add(asked);
      }
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
  }

  String origin() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Bodies of the jobs that were submitted. */
  List<String> submitted() {
    return submitted;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
