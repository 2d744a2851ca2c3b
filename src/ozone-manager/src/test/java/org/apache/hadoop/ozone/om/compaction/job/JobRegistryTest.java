// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.adopt;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.ask;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.junit.jupiter.api.Test;

class JobRegistryTest {
  private final Database database = new Database();
  private final JobRegistry registry = new JobRegistry(database);

  /** Records below the registry, as OM swaps its database when it installs a checkpoint. */
  private static final class Database implements JobRegistry.Records {
    private Object identity = new Object();
    private List<JobRecord> stored = List.of();
    private boolean broken;

    private void replaced(JobRecord... records) {
      identity = new Object();
      stored = List.of(records);
    }

    @Override
    public Object identity() {
      return identity;
    }

    @Override
    public List<JobRecord> readAll() throws IOException {
      if (broken) {
        throw new IOException("not open yet");
      }
      return stored;
    }
  }

  private static JobRecord record(int number) throws RefusedException {
    return JobBook.of(List.of()).apply(submit(spec(number, "/v/b")), "alice", number).getWritten().get(0);
  }

  @Test
  void theRecordsOfTheDatabaseAreThereFromTheStart() throws RefusedException {
    database.replaced(record(1));
    assertThat(registry.book().find(id(1))).isPresent();
  }

  @Test
  void anotherDatabaseBringsItsOwnRecordsAndWakesWhoWaits() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    long seen = registry.changes();
    database.replaced(record(2));
    assertThat(registry.book().jobs()).containsExactly(record(2));
    assertThat(registry.changes()).isNotEqualTo(seen);
  }

  @Test
  void aCommandIsAppliedToTheRecordsOfTheDatabaseThatIsThereNow() throws RefusedException {
    database.replaced(record(2));
    assertThat(registry.apply(grant(2, "om1"), "om", 3).getWritten()).hasSize(1);
  }

  @Test
  void whileTheDatabaseIsBeingReplacedTheRecordsStay() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    database.identity = null;
    assertThat(registry.book().find(id(1))).isPresent();
  }

  @Test
  void aDatabaseThatCannotBeReadYetIsReadLater() throws RefusedException {
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    database.broken = true;
    database.replaced(record(2));
    assertThat(registry.book().find(id(1))).isPresent();
    database.broken = false;
    assertThat(registry.book().jobs()).containsExactly(record(2));
  }

  @Test
  void theSameDatabaseIsReadOnce() throws RefusedException {
    registry.book();
    database.stored = List.of(record(2));
    assertThat(registry.book().jobs()).isEmpty();
  }

  @Test
  void ofTheJobsThatSomebodyHasMissedSomethingOfNoMoreAreKeptThanThereAreRecords() throws RefusedException {
    for (int i = 1; i <= 3 * JobBook.MAX_ENDED; i++) {
      JobRecord open = registry.apply(submit(spec(i, "/v/b")), "alice", 10 * i).getTouched().get(0);
      registry.apply(cancel(id(i)), "alice", 10 * i + 1);
      registry.apply(adopt(open), "om", 10 * i + 2);
    }
    assertThat(registry.takeContradicting()).hasSize(JobBook.MAX_ENDED)
        .allSatisfy(job -> assertThat(Transitions.ended(job)).isTrue());
    assertThat(registry.takeContradicting()).isEmpty();
  }

  @Test
  void aQuestionIsAnsweredByWhatIsOpenAtItsPlaceInTheLog() throws RefusedException {
    registry.expect("mine");
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    registry.apply(ask("another's"), "om", 2);
    assertThat(registry.answer()).isEmpty();
    registry.apply(ask("mine"), "om", 3);
    registry.apply(submit(spec(2, "/v/c")), "alice", 4);
    assertThat(registry.answer()).contains(List.of(registry.book().find(id(1)).orElseThrow()));
    registry.expect("the next");
    assertThat(registry.answer()).isEmpty();
  }
}
