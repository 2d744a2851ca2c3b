// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeadershipTransferTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  @Test
  void leadershipMovesOnANamedDaemonThread() throws InterruptedException {
    List<String> asked = new ArrayList<>();
    assertThat(new LeadershipTransfer("mover", nodeId -> {
      asked.add(nodeId + " on " + Thread.currentThread().getName() + ' ' + Thread.currentThread().isDaemon());
    }, LONG).to("om2")).isEmpty();
    assertThat(asked).containsExactly("om2 on mover true");
  }

  @Test
  void failureIsTold() throws InterruptedException {
    assertThat(new LeadershipTransfer("mover", nodeId -> {
      throw new IOException("om2 is not in the group");
    }, LONG).to("om2")).hasValueSatisfying(why -> assertThat(why).contains("om2 is not in the group"));
  }

  @Test
  void ozoneWithoutTheMethodIsAFailure() throws InterruptedException {
    assertThat(new LeadershipTransfer("mover", nodeId -> {
      throw new NoSuchMethodError("transferLeadership");
    }, LONG).to("om2")).hasValueSatisfying(why -> assertThat(why).contains("NoSuchMethodError"));
  }

  @Test
  void transferThatDoesNotEndIsNotWaitedForNorInterrupted() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch finished = new CountDownLatch(1);
    assertThat(new LeadershipTransfer("mover", nodeId -> {
      try {
        release.await();
        finished.countDown();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }, Duration.ofMillis(20)).to("om2")).hasValue("om2 did not lead after 0 s.");
    release.countDown();
    finished.await();
  }
}
