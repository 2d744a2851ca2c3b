// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
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

  /** Throws errors and exceptions alike. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
