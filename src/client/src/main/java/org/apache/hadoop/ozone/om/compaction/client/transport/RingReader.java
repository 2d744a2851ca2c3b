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

/**
 * Asks several OMs at once. A slow or missing one costs its time limit, not the answers of the others: each OM has a
 * few threads of its own, so that questions to one that hangs queue up among themselves only.
 */
public final class RingReader implements Closeable {
  /** The path by which an OM describes itself. */
  public static final String NODES = "/nodes";
  /** The number of expensive reads that an OM answers at a time. */
  private static final int QUESTIONS_AT_ONCE = 4;

  private final NodeHttp http;
  private final long limitMillis;
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();

  public RingReader(NodeHttp http, RingSettings settings) {
    this.http = http;
    this.limitMillis = settings.getAnswerTimeout().toMillis();
  }

  /** Asks one OM. */
  public <T> T read(RingNode node, String path, Class<T> type) throws RefusedException, InterruptedIOException {
    Answers<T> answers = read(Collections.singletonList(node), path, type);
    RefusedException reason = answers.failed().get(node);
    if (reason != null) {
      throw reason;
    }
    return answers.given().get(node);
  }

  /** Asks every node the same. */
  public <T> Answers<T> read(List<RingNode> nodes, String path, Class<T> type) throws InterruptedIOException {
    try (Questions<T> questions = ask(nodes, path, type)) {
      return questions.answers();
    }
  }

  /** Asks every node and returns at once, for a caller with other work until the answers arrive. */
  public <T> Questions<T> ask(List<RingNode> nodes, String path, Class<T> type) {
    return ask(nodes, path, type, limitMillis);
  }

  /** Asks every node the same, and waits for the answers no longer than a time. */
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
        id -> RingThreads.pool("compaction-ring-http-" + id, QUESTIONS_AT_ONCE));
  }

  @Override
  public void close() {
    threads.values().forEach(ExecutorService::shutdownNow);
    http.close();
  }
}
