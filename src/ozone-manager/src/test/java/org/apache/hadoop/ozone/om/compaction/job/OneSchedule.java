// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;

/** Jobs of a ring of three, and a leader's decisions on their turns. */
abstract class OneSchedule extends OneImage {
  static final long NOW = 1_000_000;

  /** The leader's time of day, in milliseconds. */
  long now = NOW;
  long steady;
  final Set<String> administrators = Set.of("alice");
  final TurnSchedule schedule = new TurnSchedule(CompactionConfig.from(new OzoneConfiguration()),
      administrators::contains, new LastChangeTimes(() -> steady));

  void apply(Command... commands) throws RefusedException {
    for (Command command : commands) {
      apply(command);
    }
  }

  TurnSchedule.Decision decide(RingHealth ring) {
    return schedule.decide(image, ring, now);
  }

  List<String> granted(RingHealth ring) {
    return decide(ring).getCommands().stream().filter(Command.Builder::hasGrantTurn)
        .map(command -> command.getGrantTurn().getNodeId()).toList();
  }

  EndTurns ended(RingHealth ring) {
    List<EndTurns> ends = decide(ring).getCommands().stream().filter(Command.Builder::hasEndTurns)
        .map(Command.Builder::getEndTurns).toList();
    assertThat(ends).hasSize(1);
    return ends.get(0);
  }

  static RingHealth ring(String leader, String... silent) {
    List<RingHealth.Member> members = new ArrayList<>();
    for (String node : Jobs.RING) {
      long silence = Stream.of(silent).filter(entry -> entry.startsWith(node + "=")).findFirst()
          .map(entry -> Long.parseLong(entry.substring(4))).orElse(0L);
      members.add(RingHealth.Member.voter(node, silence, 0));
    }
    return new RingHealth(leader, members);
  }
}
