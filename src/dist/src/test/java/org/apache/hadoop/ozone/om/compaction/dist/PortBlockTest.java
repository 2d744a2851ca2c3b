// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import org.apache.hadoop.ozone.om.compaction.demo.PortBlock;
import org.junit.jupiter.api.Test;

class PortBlockTest {
  @Test
  void claimedBlockIsNotClaimedTwice() {
    try (PortBlock one = PortBlock.claim(); PortBlock other = PortBlock.claim()) {
      assertThat(Math.abs(one.first() - other.first())).isGreaterThanOrEqualTo(PortBlock.PORTS);
    }
  }

  @Test
  void releasedBlockIsClaimedAgain() {
    int first;
    try (PortBlock block = PortBlock.claim()) {
      first = block.first();
    }
    try (PortBlock again = PortBlock.claim()) {
      assertThat(again.first()).isLessThanOrEqualTo(first);
    }
  }

  @Test
  void blockWithAUsedPortIsLeftOut() throws Exception {
    int first;
    try (PortBlock block = PortBlock.claim()) {
      first = block.first();
    }
    try (ServerSocket used = new ServerSocket(first + PortBlock.PORTS - 1); PortBlock block = PortBlock.claim()) {
      assertThat(block.first()).isNotEqualTo(first).isNotEqualTo(used.getLocalPort());
    }
  }

  @Test
  void portsOfThisJvmAreCounted() {
    int port = PortBlock.nextPort();
    assertThat(PortBlock.nextPort()).isEqualTo(port + 1);
  }
}
