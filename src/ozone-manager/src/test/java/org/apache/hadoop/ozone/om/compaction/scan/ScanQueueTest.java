// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScanQueueTest {
  private static final int ROOM = 3;

  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final AtomicLong now = new AtomicLong();
  private final List<String> results = new ArrayList<>();
  private ScanQueue queue = new ScanQueue(new ByHand(), Long.MAX_VALUE, now::get);

  @AfterEach
  void close() {
    queue.close();
  }

  private void ask(String what) {
    ask(what, watch -> "read");
  }

  private void ask(String what, Function<ScanWatch, String> read) {
    queue.ask(what, read, result -> results.add(what + " " + result));
  }

  private void readAll() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private void pass(long nanos) {
    now.addAndGet(nanos);
  }

  @Test
  void whatIsAskedForTwiceIsReadOnceAndThenMayBeAskedForAgain() {
    ask("a");
    ask("b");
    ask("a");
    readAll();
    ask("a");
    readAll();
    assertThat(results).containsExactly("a read", "b read", "a read");
  }

  @Test
  void whoWaitsForAnAnswerMayAskForMoreOfTheSameAtOnce() {
    queue.ask("a", watch -> 1, first -> ask("a"));
    readAll();
    assertThat(results).containsExactly("a read");
  }

  @Test
  void whatNobodyAskedForLatelyIsNotRead() {
    ask("gone");
    ask("wanted");
    pass(ScanQueue.FORGOTTEN_AFTER_NANOS / 2);
    ask("wanted");
    pass(ScanQueue.FORGOTTEN_AFTER_NANOS / 2);
    readAll();
    assertThat(results).containsExactly("gone null", "wanted read");
  }

  @Test
  void readingStopsOnceNobodyHasAskedForAWhile() {
    ask("a", watch -> {
      assertThat(watch.isStopped()).isFalse();
      pass(ScanQueue.FORGOTTEN_AFTER_NANOS);
      return watch.isStopped() ? null : "read";
    });
    readAll();
    assertThat(results).containsExactly("a null");
  }

  @Test
  void whatThereIsNoRoomForIsAskedForAgain() {
    for (int i = 0; i <= ROOM; i++) {
      ask("f" + i);
    }
    readAll();
    ask("f" + ROOM);
    readAll();
    assertThat(results).containsExactly("f0 read", "f1 read", "f2 read", "f3 read");
  }

  @Test
  void aFailureLeavesNothingBehind() {
    ask("a", watch -> {
      throw new IllegalStateException("no file");
    });
    assertThatThrownBy(this::readAll).isInstanceOf(IllegalStateException.class);
    ask("a");
    readAll();
    assertThat(results).containsExactly("a null", "a read");
  }

  @Test
  void closingStopsWhatIsBeingReadEvenWhileItWaitsForItsTurn() throws Exception {
    queue = new ScanQueue(Executors.newSingleThreadExecutor(), 1, System::nanoTime);
    CountDownLatch reading = new CountDownLatch(1);
    AtomicBoolean stopped = new AtomicBoolean();
    queue.ask("a", watch -> {
      reading.countDown();
      watch.hasRead(1 << 30);
      stopped.set(watch.isStopped());
      return null;
    }, result -> { });
    assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
    queue.close();
    await().atMost(Duration.ofSeconds(10)).untilTrue(stopped);
  }

  /** Has room for a few, and runs them when told to. */
  private final class ByHand extends AbstractExecutorService {
    @Override
    public void execute(Runnable work) {
      if (waiting.size() == ROOM) {
        throw new RejectedExecutionException("full");
      }
      waiting.add(work);
    }

    @Override
    public void shutdown() {
      waiting.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      waiting.clear();
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
