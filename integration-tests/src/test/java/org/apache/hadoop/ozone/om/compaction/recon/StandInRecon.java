// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;

/** A Recon as the script sees it: a healthy ring, one range to compact, and a job that has ended. */
final class StandInRecon implements AutoCloseable {
  /** Begins an answer of status 503. */
  private static final String BUSY = "503 ";

  private final HttpServer server;
  private final List<String> submitted = new CopyOnWriteArrayList<>();
  private final List<String> cancelled = new CopyOnWriteArrayList<>();
  private volatile boolean isSilent;
  private final Map<String, Queue<String>> atFirst = new ConcurrentHashMap<>();

  /** @param ended state in which every job ends */
  StandInRecon(JobStateJson ended) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answers("/nodes", 200, "{'nodes': [{'nodeId': 'om1', 'role': 'LEADER', 'reachable': true,"
        + " 'addOnVersion': '1.0.0'}]}");
    answers("/ranges", 200, "{'unanswered': [], 'totals': [{'nodeId': 'om1', 'ranges': 1, 'tombstones':"
        + " {'low': 1, 'high': 1, 'shown': 1, 'mark': 'EXACT'}, 'predictedReadBytes': 1, 'predictedWriteBytes': 1}]}");
    answers("/jobs", 202, "{}");
    answers("/jobs/", 200, "{'state': '" + ended + "', 'turns': []}");
    server.start();
  }

  private void answers(String path, int status, String json) {
    server.createContext(Http.API + path, exchange -> {
      String first = atFirst.getOrDefault(path, new ConcurrentLinkedQueue<>()).poll();
      boolean isBusy = first != null && first.startsWith(BUSY);
      byte[] body = (first == null ? json : first.replace(BUSY, "")).replace('\'', '"')
          .getBytes(StandardCharsets.UTF_8);
      String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (path.equals("/jobs")) {
        submitted.add(asked);
      }
      if (exchange.getRequestURI().getPath().endsWith("/cancel")) {
        cancelled.add(exchange.getRequestURI().getPath());
      }
      exchange.sendResponseHeaders(isBusy || isSilent && path.equals("/jobs") ? 503 : status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
  }

  /**
   * A Recon that is busy at first, and a ring with an OM that is silent at the first look and at the first preview,
   * and an election in between.
   */
  StandInRecon unwellAtFirst() {
    atFirst.put("/nodes", new ConcurrentLinkedQueue<>(List.of(BUSY + "{'code': 'BUSY', 'message': 'Later.'}",
        "{'nodes': [{'nodeId': 'om1', 'role': 'UNKNOWN', 'reachable': false, 'problem': {'message': 'is silent'}}]}",
        "{'nodes': [{'nodeId': 'om1', 'role': 'FOLLOWER', 'reachable': true, 'addOnVersion': '1.0.0'}]}")));
    atFirst.put("/ranges", new ConcurrentLinkedQueue<>(List.of("{'unanswered': [{'message': 'om1 is busy'}]}")));
    return this;
  }

  /** A ring that takes a job without saying so. */
  StandInRecon silentlyTaking() {
    isSilent = true;
    return this;
  }

  String origin() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Bodies of the submitted jobs. */
  List<String> submitted() {
    return submitted;
  }

  /** Paths of the cancelled jobs. */
  List<String> cancelled() {
    return cancelled;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
