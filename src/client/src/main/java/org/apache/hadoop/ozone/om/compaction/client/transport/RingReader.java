// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.Closeable;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;

/** Asks several OMs at once, with separate threads for each OM. Does not wait for a slow OM after the time limit. */
public final class RingReader implements Closeable {
  /** The path at which an OM reports on itself. */
  public static final String NODES = "/nodes";
  /** The path at which an OM lists jobs, and below which it shows each. */
  public static final String JOBS = "/jobs";

  private final NodeHttp http;
  private final long limitMillis;
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();

  public RingReader(NodeHttp http, RingSettings settings) {
    this.http = http;
    this.limitMillis = settings.getAnswerTimeout().toMillis();
  }

  /** Returns one OM's answer; waits for it up to the time limit. */
  public <T> T read(RingNode node, String path, Class<T> type) throws RefusedException, InterruptedIOException {
    Answers<T> answers = read(Collections.singletonList(node), path, type);
    RefusedException reason = answers.failed().get(node);
    if (reason != null) {
      throw reason;
    }
    return answers.given().get(node);
  }

  /** Returns the answers of all nodes to the same request; waits for them up to the time limit. */
  public <T> Answers<T> read(List<RingNode> nodes, String path, Class<T> type) throws InterruptedIOException {
    try (Questions<T> questions = ask(nodes, path, type)) {
      return questions.answers();
    }
  }

  /** Returns at once, for a caller that does other work until the answers arrive. */
  public <T> Questions<T> ask(List<RingNode> nodes, String path, Class<T> type) {
    return ask(nodes, path, type, limitMillis);
  }

  /** Waits for all answers up to the shorter of the given and the usual limit. */
  public <T> Answers<T> read(List<RingNode> nodes, String path, Class<T> type, Duration limit)
      throws InterruptedIOException {
    try (Questions<T> questions = ask(nodes, path, type, Math.min(limitMillis, limit.toMillis()))) {
      return questions.answers();
    }
  }

  private <T> Questions<T> ask(List<RingNode> nodes, String path, Class<T> type, long millis) {
    Map<RingNode, Future<T>> asked = new LinkedHashMap<>();
    for (RingNode node : nodes) {
      asked.put(node, threads(node).submit(() -> http.get(node, path, type)));
    }
    return new Questions<>(asked, millis);
  }

  private ExecutorService threads(RingNode node) {
    return threads.computeIfAbsent(node.getNodeId(),
        id -> RingThreads.pool("compaction-ring-http-" + id, Limits.READS_AT_ONCE));
  }

  @Override
  public void close() {
    threads.values().forEach(ExecutorService::shutdownNow);
    http.close();
  }
}
