// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.pause;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.resume;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.update;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A refused command of a person says what to do next, apart from what is wrong. */
class RefusedCommandsTest extends OneImage {
  private static final String ROOT = "'ozone admin om compaction ";

  static Stream<Arguments> refusals() {
    Command first = submit(spec(1, "/v/b"));
    List<Command> ended = List.of(first, end(1, TurnState.TURN_SKIPPED, "om1", "om2", "om3"));
    List<Command> begun = List.of(first, grant(1, "om1"), start(1, "om1"));
    List<Command> round = List.of(submit(spec(1).setRound(Round.getDefaultInstance())));
    return Stream.of(
        Arguments.of("a job id that is taken", List.of(first), submit(spec(1, "/v/c")), "status " + id(1) + "'."),
        Arguments.of("a job at the same keys", List.of(first), submit(spec(2, "/v/b")), "status " + id(1) + " --wait'"),
        Arguments.of("a cancel of a job that has ended", ended, cancel(id(1)), "status " + id(1) + "'."),
        Arguments.of("a pause of a job that has ended", ended, pause(1), "status " + id(1) + "'."),
        Arguments.of("another begin of a job that has begun", begun,
            update(1, JobLimits.newBuilder().setNotBeforeMs(400)), "pause " + id(1) + "' instead."),
        Arguments.of("a change of a round", round, resume(1), "service pause', or cancel the round with"),
        Arguments.of("a job too many", IntStream.range(0, JobImage.MAX_OPEN)
            .mapToObj(number -> submit(spec(number, "/v/b" + number))).toList(),
            submit(spec(JobImage.MAX_OPEN, "/v/c")), "status'."));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void refusedCommandSaysWhatToDoNext(String what, List<Command> before, Command command, String step)
      throws RefusedException {
    for (Command earlier : before) {
      apply(earlier);
    }
    assertThatThrownBy(() -> apply(command)).isInstanceOfSatisfying(RefusedException.class, refusal -> {
      NextSteps.assertNextStep(refusal, ROOT);
      NextSteps.assertNextStep(refusal, step);
    });
  }
}
