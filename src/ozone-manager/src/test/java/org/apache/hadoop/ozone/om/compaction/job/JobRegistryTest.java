// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.hello;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.junit.jupiter.api.Test;

class JobRegistryTest {
  private final Database database = new Database();
  private long millis;
  private final JobRegistry registry = new JobRegistry(database, () -> millis);

  /** Records below the registry; the database can be swapped as when OM installs a checkpoint. */
  private static final class Database implements JobRegistry.Records {
    private Object identity = new Object();
    private List<JobRecord> stored = List.of();
    private boolean broken;
    private int reads;

    private void replaced(JobRecord... records) {
      identity = new Object();
      stored = List.of(records);
    }

    @Override
    public Object identity() {
      return identity;
    }

    @Override
    public JobImage read() throws IOException {
      reads++;
      if (broken) {
        throw new IOException("not open yet");
      }
      return JobImage.of(stored);
    }
  }

  private static JobRecord record(int number) throws RefusedException {
    return JobCommands.apply(JobImage.of(List.of()), submit(spec(number, "/v/b")), "alice", number).getWritten().get(0);
  }

  @Test
  void recordsAreLoadedAtTheStart() throws RefusedException {
    database.replaced(record(1));
    assertThat(registry.image().find(id(1))).isPresent();
  }

  @Test
  void databaseSwapLoadsRecordsAndWakesWaiters() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    long seen = registry.changes();
    database.replaced(record(2));
    assertThat(registry.image().jobs()).containsExactly(record(2));
    assertThat(registry.changes()).isNotEqualTo(seen);
  }

  @Test
  void databaseSwapForgetsWhoHasSaidHello() throws RefusedException {
    registry.apply(hello("mine"), "om", 1);
    assertThat(registry.greeted()).hasSize(1);
    database.replaced(record(2));
    assertThat(registry.greeted()).as("what they told of the service is gone").isEmpty();
    registry.apply(hello("again"), "om", 3);
    assertThat(registry.greeted()).hasSize(1);
  }

  @Test
  void databaseSwapMayHaveUndoneTurns() throws RefusedException {
    JobRecord job = record(1);
    database.replaced(job);
    assertThat(registry.checkpointWarning("om1")).as("the database that it was started with").isEmpty();
    database.replaced(job);
    assertThat(registry.checkpointWarning("om1")).as("no turn has compacted anything").isEmpty();
    JobRecord.Builder compacted = job.toBuilder();
    compacted.getTurnsBuilder(0).setStartedAtMs(1).getFiguresBuilder().setRangesDone(1);
    database.replaced(compacted.build());
    assertThat(registry.checkpointWarning("om1")).hasValueSatisfying(sentence -> assertThat(sentence)
        .startsWith("om1 installed a checkpoint at ").contains("may be undone", "list --node-id om1"));
    assertThat(registry.checkpointWarning("om2")).isEmpty();
  }

  @Test
  void commandIsAppliedToTheCurrentDatabasesRecords() throws RefusedException {
    database.replaced(record(2));
    assertThat(registry.apply(grant(2, "om1"), "om", 3).getWritten()).hasSize(1);
  }

  @Test
  void recordsStayWhileTheDatabaseIsBeingReplaced() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    database.identity = null;
    assertThat(registry.image().find(id(1))).isPresent();
  }

  @Test
  void databaseThatIsNotOpenYetIsReadLater() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    database.broken = true;
    database.replaced(record(2));
    assertThat(registry.image().find(id(1))).isPresent();
    assertThat(registry.fault()).hasValueSatisfying(fault -> assertThat(fault).contains("(not open yet)", "disk"));
    database.broken = false;
    millis += 1000;
    assertThat(registry.image().jobs()).containsExactly(record(2));
    assertThat(registry.fault()).isEmpty();
  }

  @Test
  void failedReadIsRetriedWithBackoffUpToAMinute() {
    database.broken = true;
    List<Long> attempts = new ArrayList<>();
    for (millis = 0; millis < 250_000; millis += 500) {
      int before = database.reads;
      registry.image();
      registry.fault();
      if (database.reads > before) {
        assertThat(database.reads).isEqualTo(before + 1);
        attempts.add(millis);
      }
    }
    assertThat(attempts).containsExactly(0L, 1000L, 3000L, 7000L, 15_000L, 31_000L, 63_000L, 123_000L, 183_000L,
        243_000L);
  }

  @Test
  void anotherDatabaseIsReadAtOnce() throws RefusedException {
    database.broken = true;
    database.replaced(record(1));
    assertThat(registry.fault()).isPresent();
    database.broken = false;
    database.replaced(record(2));
    assertThat(registry.image().jobs()).containsExactly(record(2));
  }

  @Test
  void nothingIsAppliedBeforeTheImageIsRead() throws RefusedException {
    database.broken = true;
    database.replaced(record(1));
    long loads = registry.loads();
    assertThatThrownBy(() -> registry.apply(submit(spec(1, "/v/b")), "alice", 5))
        .isInstanceOf(RefusedException.class).hasMessageContaining("cannot read the compaction jobs");
    assertThatThrownBy(registry::requireImage).isInstanceOf(RefusedException.class);
    assertThat(registry.loads()).isEqualTo(loads);

    database.broken = false;
    millis += 1000;
    assertThat(registry.apply(grant(1, "om1"), "om", 6).getWritten()).hasSize(1);
    assertThat(registry.loads()).isGreaterThan(loads);
  }

  @Test
  void noTurnBeginsBeforeTheImageIsRead() throws Exception {
    List<Command.Builder> sent = new ArrayList<>();
    AtomicInteger turns = new AtomicInteger();
    RingHealth healthy = new RingHealth("om3", List.of(RingHealth.Member.voter("om1", 0, 0),
        RingHealth.Member.voter("om2", 0, 0),
        RingHealth.Member.voter("om3", 0, 0)));
    LeaderTurns leader = new LeaderTurns(CompactionConfig.from(new OzoneConfiguration()), registry,
        () -> Optional.of(healthy), command -> {
          sent.add(command);
          return Optional.empty();
        }, user -> true, nodeId -> Optional.empty());
    Agreement agreement = new Agreement("om3", registry, () -> Optional.of(1L), builder -> {
      try {
        Command command = builder.build();
        return Optional.of(registry.apply(command, "om", 1000).answerTo(command));
      } catch (RefusedException e) {
        throw new IOException(e);
      }
    }, () -> millis);
    CompactionLoop.Task node = agreement.onceAgreed(turns::incrementAndGet);
    database.replaced(record(1));
    registry.image();
    database.broken = true;
    database.replaced(record(1));

    agreement.run();
    node.run();
    leader.run();
    assertThat(sent).isEmpty();
    assertThat(turns).hasValue(0);

    database.broken = false;
    millis += 1000;
    agreement.run();
    node.run();
    leader.run();
    assertThat(sent).hasSize(1);
    assertThat(turns).hasValue(1);
  }

  @Test
  void sameDatabaseIsReadOnce() throws RefusedException {
    registry.image();
    database.stored = List.of(record(2));
    assertThat(registry.image().jobs()).isEmpty();
  }

  /** While an OM without the add-on leads, anybody can invent names. */
  @Test
  void inventedNamesAreForgottenAndAnOmThatSaysHelloIsHeard() throws RefusedException {
    for (int i = 0; i < 1_000; i++) {
      registry.apply(helloFrom("invented-" + i), "mallory", i + 1);
    }
    registry.apply(helloFrom("om2"), "om", 1_001);
    assertThat(registry.greeted()).contains("om2").hasSize(64);
  }

  private static Command helloFrom(String nodeId) {
    Command.Builder command = hello("any").toBuilder();
    command.getHelloBuilder().setNodeId(nodeId);
    return command.build();
  }

  @Test
  void openJobsAtHelloAreThoseOfItsLogIndex() throws RefusedException {
    registry.expectHello("mine");
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    registry.apply(hello("another's"), "om", 2);
    assertThat(registry.openAtHello()).isEmpty();
    registry.apply(hello("mine"), "om", 3);
    registry.apply(submit(spec(2, "/v/c")), "alice", 4);
    assertThat(registry.openAtHello()).hasValueSatisfying(open -> assertThat(open).singleElement()
        .satisfies(job -> assertThat(job.getJobId()).isEqualTo(id(1))));
    registry.expectHello("the next");
    assertThat(registry.openAtHello()).isEmpty();
  }
}
