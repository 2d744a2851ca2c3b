// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CompactionLoopTest {
  private final JobRegistry registry = Jobs.registry();

  static Stream<Throwable> failures() {
    return Stream.of(new IllegalStateException("a surprise"), new NoSuchMethodError("OzoneManager.gone()"),
        new OutOfMemoryError("a test's"), new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failedRoundIsFollowedByTheNext(Throwable failure) throws InterruptedException {
    CountDownLatch rounds = new CountDownLatch(2);
    try (CompactionLoop loop = new CompactionLoop("loop", registry, () -> {
      rounds.countDown();
      CompactionLoopTest.<RuntimeException>raise(failure);
    }, () -> false)) {
      loop.start();
      Assertions.assertThat(rounds.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void lastingFailureIsLoggedEverMoreRarely() throws InterruptedException {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    AppenderSkeleton log = new AppenderSkeleton() {
      @Override
      protected void append(LoggingEvent event) {
        if (event.getLevel().equals(Level.ERROR)) {
          lines.add(event.getThreadName());
        }
      }

      @Override
      public void close() {
        // keeps nothing open
      }

      @Override
      public boolean requiresLayout() {
        return false;
      }
    };
    Logger.getLogger(CompactionLoop.class).addAppender(log);
    CountDownLatch rounds = new CountDownLatch(5);
    try (CompactionLoop loop = new CompactionLoop("lasting", registry, () -> {
      rounds.countDown();
      throw new IllegalStateException("still");
    }, () -> false)) {
      loop.start();
      Assertions.assertThat(rounds.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      Logger.getLogger(CompactionLoop.class).removeAppender(log);
    }
    Assertions.assertThat(lines.stream().filter("lasting"::equals)).as("of the rounds 1, 2 and 4").hasSize(3);
  }

  /** Throws errors and exceptions alike. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
