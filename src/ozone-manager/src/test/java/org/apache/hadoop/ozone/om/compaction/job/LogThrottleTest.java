// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogThrottleTest {
  @Test
  void logsWithExponentialBackoff() {
    LogThrottle doubling = new LogThrottle();
    assertThat(IntStream.rangeClosed(1, 3600).filter(i -> doubling.failed()))
        .containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048);
    doubling.succeeded();
    assertThat(doubling.failed()).isTrue();
  }
}
