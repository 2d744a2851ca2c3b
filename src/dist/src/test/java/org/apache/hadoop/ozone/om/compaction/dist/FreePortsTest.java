// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final int AS_MANY_AS_A_TEST_TAKES = 50;

  @Test
  void noPortIsInTheRangeOfOutgoingConnections() {
    for (int i = 0; i < AS_MANY_AS_A_TEST_TAKES; i++) {
      assertThat(FreePorts.take()).isBetween(FreePorts.FIRST, FreePorts.END - 1);
    }
  }

  @Test
  void noPortIsGivenTwice() {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < AS_MANY_AS_A_TEST_TAKES; i++) {
      assertThat(given.add(FreePorts.take())).isTrue();
    }
  }

  @Test
  void usedPortIsLeftOut() throws Exception {
    int port = FreePorts.take();
    int afterwards = port + 1 == FreePorts.END ? FreePorts.FIRST : port + 1;
    try (ServerSocket taken = new ServerSocket(afterwards)) {
      assertThat(FreePorts.take()).isNotEqualTo(taken.getLocalPort());
    }
  }
}
