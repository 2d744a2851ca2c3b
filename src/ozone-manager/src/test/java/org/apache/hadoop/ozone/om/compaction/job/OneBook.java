// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/** A book that commands are applied to, one after the other. */
abstract class OneBook {
  JobBook book = JobBook.of(List.of());
  long index;

  Change apply(Command command) throws RefusedException {
    Change change = book.apply(command, "alice", ++index);
    book = change.getBook();
    return change;
  }

  JobRecord job(int number) {
    return book.find(id(number)).orElseThrow();
  }

  List<TurnState> turns(int number) {
    return job(number).getTurnsList().stream().map(TurnRecord::getState).toList();
  }

  void refused(ErrorCode code, Command command) {
    JobBook before = book;
    assertThatThrownBy(() -> apply(command)).isInstanceOfSatisfying(RefusedException.class,
        refusal -> assertThat(refusal.getCode()).as(refusal.getMessage()).isEqualTo(code));
    assertThat(book).isSameAs(before);
  }
}
