// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.Closeable;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Asks several OMs at once. One that is slow or gone costs its time limit, not the answer of the others: each OM has
 * few threads of its own, so that questions to one that hangs queue up among themselves only.
 */
final class RingReader implements Closeable {
  /** As many expensive reads as an OM answers at a time. */
  private static final int QUESTIONS_AT_ONCE = 4;

  private final NodeHttp http;
  private final long limitMillis;
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();

  RingReader(NodeHttp http, RingSettings settings) {
    this.http = http;
    this.limitMillis = settings.getAnswerTimeout().toMillis();
  }

  /** Asks one OM. */
  <T> T read(RingNode node, String path, Class<T> type) throws CompactionException, InterruptedIOException {
    Answers<T> answers = read(Collections.singletonList(node), asked -> path, type);
    CompactionException reason = answers.failed().get(node);
    if (reason != null) {
      throw reason;
    }
    return answers.given().get(node);
  }

  /**
   * Asks every node.
   *
   * @param path what to ask which node
   */
  <T> Answers<T> read(List<RingNode> nodes, Function<RingNode, String> path, Class<T> type)
      throws InterruptedIOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    Map<RingNode, Future<T>> questions = new LinkedHashMap<>();
    for (RingNode node : nodes) {
      questions.put(node, threads(node).submit(() -> http.get(node, path.apply(node), type)));
    }
    Answers<T> answers = new Answers<>();
    try {
      for (Map.Entry<RingNode, Future<T>> question : questions.entrySet()) {
        collect(question.getKey(), question.getValue(), deadline, answers);
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading from the ring");
    } finally {
      questions.values().forEach(question -> question.cancel(true));
    }
  }

  private ExecutorService threads(RingNode node) {
    return threads.computeIfAbsent(node.getNodeId(),
        id -> RingThreads.pool("compaction-ring-http-" + id, QUESTIONS_AT_ONCE));
  }

  private <T> void collect(RingNode node, Future<T> future, long deadline, Answers<T> answers)
      throws InterruptedException {
    try {
      answers.give(node, future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      answers.fail(node, new CompactionException(ErrorCode.UNREACHABLE,
          "OM " + node + " did not answer within " + limitMillis / 1000.0 + " s.", e));
    } catch (ExecutionException e) {
      answers.fail(node, e.getCause() instanceof CompactionException ? (CompactionException) e.getCause()
          : new CompactionException(ErrorCode.INTERNAL, "Asking OM " + node + " failed: " + e.getCause(), e));
    }
  }

  @Override
  public void close() {
    threads.values().forEach(ExecutorService::shutdownNow);
    http.close();
  }
}
