// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A request that was sent to several OMs at once, with a time limit. */
public final class Questions<T> implements AutoCloseable {
  private final Map<RingNode, Future<T>> asked;
  private final long limitMillis;
  private final long deadline;

  Questions(Map<RingNode, Future<T>> asked, long limitMillis) {
    this.asked = asked;
    this.limitMillis = limitMillis;
    this.deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
  }

  /** The answers by the time limit; an OM without an answer is among {@link Answers#failed}. */
  public Answers<T> answers() throws InterruptedIOException {
    Answers<T> answers = new Answers<>();
    try {
      for (Map.Entry<RingNode, Future<T>> question : asked.entrySet()) {
        collect(question.getKey(), question.getValue(), answers);
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading from the ring");
    }
  }

  private void collect(RingNode node, Future<T> future, Answers<T> answers) throws InterruptedException {
    try {
      answers.give(node, future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      answers.fail(node, new RefusedException(ErrorCode.UNREACHABLE,
          "OM " + node + " did not answer within " + limitMillis / 1000.0 + " s.", e));
    } catch (ExecutionException e) {
      answers.fail(node, e.getCause() instanceof RefusedException ? (RefusedException) e.getCause()
          : new RefusedException(ErrorCode.INTERNAL, "Asking OM " + node + " failed: " + e.getCause(), e));
    }
  }

  /** Cancels the requests that have no answer yet. */
  @Override
  public void close() {
    asked.values().forEach(question -> question.cancel(true));
  }
}
