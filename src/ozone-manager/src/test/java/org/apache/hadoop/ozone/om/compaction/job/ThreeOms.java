// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;

/** Three OMs with one log, some of them without the add-on for a while. */
abstract class ThreeOms {
  /** Only a failing test waits for so long. */
  static final Duration PATIENCE = Duration.ofSeconds(50);
  final Map<String, JobRegistry> oms = new TreeMap<>();
  final Set<String> stock = new HashSet<>();
  String leader = "om1";
  long term = 1;
  long index;
  private long steady;
  long tick = 1000;
  boolean prepared;
  int lostCalls;
  /** Entries that a lagging OM has not applied yet. */
  final Map<String, List<Runnable>> behind = new TreeMap<>();

  @BeforeEach
  void allHaveTheAddOn() {
    stock.clear();
    Jobs.RING.forEach(nodeId -> oms.put(nodeId, Jobs.registry()));
  }

  /** Restarts an OM with the add-on, with the records of its database. */
  Agreement comesBack(String nodeId) {
    stock.remove(nodeId);
    oms.put(nodeId, Jobs.registry(oms.get(nodeId).image().jobs().toArray(JobRecord[]::new)));
    return agreement(nodeId);
  }

  /** Accepts a command as the ring does: the leader's add-on checks it, every OM with the add-on applies it. */
  Optional<Answer> ring(Command.Builder builder) throws IOException {
    if (lostCalls > 0) {
      lostCalls--;
      throw new IOException("nobody answers");
    }
    if (prepared) {
      throw new OMException("prepared", OMException.ResultCodes.NOT_SUPPORTED_OPERATION_WHEN_PREPARED);
    }
    Command command = builder.setVersion(1).setSentAtMs(index + 1).build();
    try {
      if (!stock.contains(leader)) {
        JobCommands.apply(oms.get(leader).image(), command, "om", Long.MAX_VALUE);
      }
      return log(command);
    } catch (RefusedException e) {
      throw new OMException(e.text(), OMException.ResultCodes.INVALID_REQUEST);
    }
  }

  private Optional<Answer> log(Command command) throws RefusedException {
    long at = ++index;
    Optional<Answer> answer = Optional.empty();
    RefusedException refused = null;
    for (Map.Entry<String, JobRegistry> om : oms.entrySet()) {
      if (stock.contains(om.getKey())) {
        continue;
      }
      if (behind.containsKey(om.getKey())) {
        behind.get(om.getKey()).add(() -> applied(om.getKey(), command, at));
        continue;
      }
      try {
        Answer given = om.getValue().apply(command, "om", at).answerTo(command);
        answer = om.getKey().equals(leader) ? Optional.of(given) : answer;
      } catch (RefusedException e) {
        refused = om.getKey().equals(leader) ? e : refused;
      }
    }
    if (refused != null) {
      throw refused;
    }
    return answer;
  }

  private void applied(String nodeId, Command command, long at) {
    try {
      oms.get(nodeId).apply(command, "om", at);
    } catch (RefusedException e) {
      // as on every OM that looks at it
    }
  }

  void catchesUp(String nodeId) {
    behind.remove(nodeId).forEach(Runnable::run);
  }

  void log(Command... commands) throws RefusedException {
    for (Command command : commands) {
      log(command);
    }
  }

  Agreement agreement(String nodeId) {
    return new Agreement(nodeId, oms.get(nodeId), () -> Optional.of(term), this::ring, () -> steady += tick);
  }

  static boolean allows(Agreement agreement) throws InterruptedException {
    AtomicBoolean ran = new AtomicBoolean();
    agreement.onceAgreed(() -> ran.set(true)).run();
    return ran.get();
  }

  void untilAgreed() {
    untilAgreed(Jobs.RING.stream().map(this::agreement).toArray(Agreement[]::new));
  }

  static void untilAgreed(Agreement... all) {
    Awaitility.await().atMost(PATIENCE).until(() -> {
      for (Agreement agreement : all) {
        agreement.run();
      }
      for (Agreement agreement : all) {
        if (!allows(agreement)) {
          return false;
        }
      }
      return true;
    });
  }

  JobRecord job(String nodeId, int number) {
    return oms.get(nodeId).image().find(id(number)).orElseThrow();
  }

  void everybodyHoldsTheSame() {
    List<JobRecord> jobs = List.copyOf(oms.get("om1").image().jobs());
    assertThat(oms.values()).allSatisfy(
        registry -> assertThat(List.copyOf(registry.image().jobs())).isEqualTo(jobs));
  }
}
