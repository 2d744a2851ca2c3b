// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members are kept while the leader answers late or not at all. */
@Timeout(120)
class KeptMembersTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final FakeRing oms = new FakeRing();
  private final BusyLeader leader = new BusyLeader();
  private final AtomicLong clock = new AtomicLong();
  private final KeptMembers kept = new KeptMembers(leader, new RingAddresses(oms.conf(), FakeRing.SERVICE), LONG,
      Duration.ZERO, Duration.ZERO, clock::get);

  /** Answers once per permit; callers wait for one. */
  private final class BusyLeader implements RingRpc {
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicReference<Thread> asking = new AtomicReference<>();
    private volatile IOException failure;

    @Override
    public List<ServiceInfo> services() throws IOException {
      asked.incrementAndGet();
      asking.set(Thread.currentThread());
      try {
        answers.acquire();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("stopped");
      }
      if (failure != null) {
        throw failure;
      }
      return oms.services();
    }

    @Override
    public byte[] echo(byte[] payload) {
      return payload;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @AfterEach
  void close() {
    kept.close();
    oms.close();
  }

  private static ConditionFactory eventually() {
    return await().atMost(LONG);
  }

  private RingMembers known() {
    leader.answers.release();
    return kept.members();
  }

  private void later(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void firstLookIsAwaited() {
    CompletableFuture<RingMembers> first = CompletableFuture.supplyAsync(kept::members);
    eventually().until(() -> leader.asked.get() == 1);
    assertThat(kept.hasLooked()).isFalse();
    assertThat(first).isNotDone();
    leader.answers.release();
    RingMembers members = first.join();
    assertThat(members.all()).extracting(RingNode::getNodeId).containsExactly("om1", "om2", "om3");
    assertThat(members.age()).isNull();
    assertThat(kept.hasLooked()).isTrue();
  }

  @Test
  void knownMembersAreReturnedWithTheirAge() throws IOException {
    assertThat(known().leader().getNodeId()).isEqualTo("om3");
    later(Duration.ofSeconds(20));
    oms.lead("om1");
    RingMembers before = kept.members();
    assertThat(before.leader().getNodeId()).isEqualTo("om3");
    assertThat(before.age()).isEqualTo(Duration.ofSeconds(20));
    leader.answers.release();
    eventually().untilAsserted(() -> assertThat(kept.members().age()).isNull());
    assertThat(kept.members().leader().getNodeId()).isEqualTo("om1");
  }

  @Test
  void questionsShareOneLook() {
    known();
    later(Duration.ofSeconds(2));
    for (int question = 0; question < 100; question++) {
      assertThat(kept.members().age()).isEqualTo(Duration.ofSeconds(2));
    }
    eventually().until(() -> leader.asked.get() == 2);
    assertThat(kept.members().age()).isNotNull();
    assertThat(leader.asked).hasValue(2);
  }

  @Test
  void membersAreNotAskedForTwiceWithinASecond() {
    known();
    later(Duration.ofMillis(999));
    assertThat(kept.members().age()).isNull();
    assertThat(leader.asked).hasValue(1);
  }

  @Test
  void failedLookIsRepeated() {
    known();
    leader.failure = new IOException("Could not determine or connect to OM Leader.");
    for (int look = 2; look < 5; look++) {
      later(Duration.ofSeconds(2));
      int wanted = look;
      leader.answers.release();
      eventually().until(() -> kept.members().age() != null && leader.asked.get() >= wanted);
    }
    leader.failure = null;
    leader.answers.release();
    eventually().untilAsserted(() -> assertThat(kept.members().age()).isNull());
  }

  @Test
  void configurationNamesTheMembersWhileNoneAreKnown() {
    leader.failure = new IOException("Could not determine or connect to OM Leader.");
    RingMembers members = known();
    assertThat(members.all()).hasSize(3);
    assertThat(members.age()).isNull();
    assertThatThrownBy(members::leader).isInstanceOfSatisfying(RefusedException.class, e ->
        assertThat(e.getCode()).isEqualTo(ErrorCode.NO_LEADER));
    RingMembers again = kept.members();
    assertThatThrownBy(again::leader).as("only the first look is waited for").hasMessageContaining("is waited for");
  }

  @Test
  void commandRequiresACurrentLeader() throws IOException {
    known();
    assertThat(kept.membersNow().leader().getNodeId()).isEqualTo("om3");
    later(Duration.ofSeconds(2));
    RingMembers members = kept.membersNow();
    assertThatThrownBy(members::leader).isInstanceOfSatisfying(RefusedException.class, e ->
        assertThat(e.getCode()).isEqualTo(ErrorCode.NO_LEADER));
    assertThat(members.turns(List.of(QueryRules.ALL_NODES))).containsExactly("om1", "om2", "om3");
  }

  @Test
  void closeEndsTheDaemonThread() {
    CompletableFuture<RingMembers> question = CompletableFuture.supplyAsync(kept::members);
    eventually().until(() -> leader.asking.get() != null);
    Thread thread = leader.asking.get();
    assertThat(thread.getName()).isEqualTo("compaction-ring-members-1");
    assertThat(thread.isDaemon()).isTrue();
    kept.close();
    eventually().until(() -> !thread.isAlive());
    assertThat(question.join().all()).as("what the configuration says").hasSize(3);
    assertThatThrownBy(kept.members()::leader).hasMessageContaining("closed");
  }
}
