// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/** An image to which commands are applied one after the other. */
abstract class OneImage {
  JobImage image = JobImage.of(List.of());
  long index;

  JobDelta apply(Command command) throws RefusedException {
    JobDelta delta = JobCommands.apply(image, command, "alice", ++index);
    image = delta.getImage();
    return delta;
  }

  JobRecord job(int number) {
    return image.find(id(number)).orElseThrow();
  }

  List<TurnState> turns(int number) {
    return job(number).getTurnsList().stream().map(TurnRecord::getState).toList();
  }

  void refused(ErrorCode code, Command command) {
    JobImage before = image;
    assertThatThrownBy(() -> apply(command)).isInstanceOfSatisfying(RefusedException.class,
        refusal -> assertThat(refusal.getCode()).as(refusal.getMessage()).isEqualTo(code));
    assertThat(image).isSameAs(before);
  }
}
