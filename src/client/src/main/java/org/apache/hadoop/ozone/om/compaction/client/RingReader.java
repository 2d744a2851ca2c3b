// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.Closeable;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** Asks several OMs at once. One that is slow or gone costs its time limit, not the answer of the others. */
final class RingReader implements Closeable {
  private final NodeHttp http;
  private final long limitMillis;
  private final ExecutorService threads = RingThreads.pool("compaction-ring-http");

  RingReader(NodeHttp http, RingSettings settings) {
    this.http = http;
    // The read limit counts from byte to byte; the whole answer may take a few of them, not for ever.
    this.limitMillis = settings.getConnectTimeout().toMillis() + 4 * settings.getReadTimeout().toMillis();
  }

  /** Asks one OM, in the caller's thread. */
  <T> T read(RingNode node, String path, Class<T> type) throws CompactionException {
    return http.get(node, path, type);
  }

  /**
   * Asks every node.
   *
   * @param path what to ask which node
   */
  <T> Answers<T> read(List<RingNode> nodes, Function<RingNode, String> path, Class<T> type)
      throws InterruptedIOException {
    List<Callable<T>> calls = new ArrayList<>();
    for (RingNode node : nodes) {
      calls.add(() -> http.get(node, path.apply(node), type));
    }
    try {
      List<Future<T>> futures = threads.invokeAll(calls, limitMillis, TimeUnit.MILLISECONDS);
      Answers<T> answers = new Answers<>();
      for (int i = 0; i < nodes.size(); i++) {
        collect(nodes.get(i), futures.get(i), answers);
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading from the ring");
    }
  }

  private <T> void collect(RingNode node, Future<T> future, Answers<T> answers) throws InterruptedException {
    try {
      answers.give(node, future.get());
    } catch (CancellationException e) {
      answers.fail(node, new CompactionException(ErrorCode.UNREACHABLE,
          "OM " + node + " did not answer within " + limitMillis / 1000.0 + " s.", e));
    } catch (ExecutionException e) {
      answers.fail(node, e.getCause() instanceof CompactionException ? (CompactionException) e.getCause()
          : new CompactionException(ErrorCode.INTERNAL, "Asking OM " + node + " failed: " + e.getCause(), e));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    http.close();
  }
}
