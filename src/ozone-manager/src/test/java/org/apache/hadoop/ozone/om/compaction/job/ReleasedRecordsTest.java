// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.RING;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.giveBack;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.hello;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.recall;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.junit.jupiter.api.Test;

/**
 * What a released version makes of commands stays, to the letter of its messages: in a ring that is being upgraded OMs
 * of both versions apply them, and a job of which two OMs hold different records ends.
 */
class ReleasedRecordsTest extends OneImage {
  private static final String NAME = "records-of-contract-1.txt";

  @Test
  void commandsOfContract1LeaveTheSameRecords() throws Exception {
    goneOnWith();
    stopped();
    broughtDown();
    disputed();

    StringBuilder records = new StringBuilder();
    for (JobRecord job : image.jobs()) {
      records.append(TextFormat.printer().printToString(job)).append('\n');
    }
    Files.writeString(Files.createDirectories(Path.of("target/contract")).resolve(NAME), records);
    assertThat(records.toString()).isEqualTo(released());
  }

  private static String released() throws IOException {
    return Files.readString(Path.of("src/test/resources/released", NAME));
  }

  private void goneOnWith() throws RefusedException {
    apply(submit(spec(1, "/v/a")));
    for (Command command : new Command[] {grant(1, "om1"), recall(1, "om1"), grant(1, "om1"), start(1, "om1", "first"),
        progress(1, "om1", 1), recall(1, "om1"), giveBack(1, "om1", 1), grant(1, "om1"), start(1, "om1", "first"),
        start(1, "om1", "second"), progress(1, "om1", 2), end(1, TURN_SUCCEEDED, "om1"),
        end(1, TURN_SKIPPED, "om2", "om3")}) {
      apply(command);
    }
  }

  private void stopped() throws RefusedException {
    apply(submit(spec(2, "/v/b")));
    apply(grant(2, "om1"));
    apply(start(2, "om1", "first"));
    apply(cancel(id(2)));
    apply(giveBack(2, "om1", 0));
    apply(submit(spec(3, "/v/c")));
    apply(grant(3, "om2"));
    apply(start(3, "om2", "first"));
    apply(submit(spec(4, "/v/c").setPreempt(true)));
    apply(giveBack(3, "om2", 1));
  }

  private void broughtDown() throws RefusedException {
    for (String incarnation : new String[] {"first", "second", "third"}) {
      apply(grant(4, "om1"));
      apply(start(4, "om1", incarnation));
      apply(grant(4, "om2"));
      apply(start(4, "om2", incarnation));
      apply(Command.newBuilder().setVersion(1).setSentAtMs(500).setReportProgress(ReportProgress.newBuilder()
          .setJobId(id(4)).setNodeId("om2").setFigures(TurnFigures.newBuilder().setRange("keyTable /v/c/a../v/c/z")))
          .build());
    }
  }

  private void disputed() throws RefusedException {
    apply(submit(spec(5, "/v/d")));
    apply(grant(5, RING.get(0)));
    apply(start(5, RING.get(0), "first"));
    apply(hello("1", id(5)));
  }
}
