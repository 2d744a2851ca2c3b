// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.junit.jupiter.api.Test;

class LeaderTurnsTest {
  private final List<Command.Builder> sent = new ArrayList<>();
  private RingHealth ring;

  /** Its commands would be sent on to the leader that the others have elected meanwhile, and be carried out. */
  @Test
  void leaderThatWasStoppedEndsNoTurnOfOthersWhenItWakesUp() throws Exception {
    JobRegistry registry = Jobs.registry();
    registry.apply(submit(spec(1, "/v/b")), "alice", 1);
    LeaderTurns leader = new LeaderTurns(CompactionConfig.from(new OzoneConfiguration()), registry,
        () -> Optional.of(ring), command -> {
          sent.add(command);
          return Optional.empty();
        }, user -> true, nodeId -> Optional.empty());

    ring = OneSchedule.ring("om1", "om2=300000", "om3=300000");
    leader.run();
    assertThat(sent).as("all others are silent").isEmpty();

    ring = OneSchedule.ring("om1", "om2=300000");
    leader.run();
    assertThat(sent).singleElement()
        .satisfies(command -> assertThat(command.getEndTurns().getNodeIdsList()).containsExactly("om2"));
  }
}
