// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.admin.om.compaction.option.ByteSize;
import org.apache.hadoop.ozone.admin.om.compaction.option.JobWindow;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsUpdateJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code update}: changes limits of an open job. */
@Command(name = "update",
    description = "Change limits of a job that has not ended: they hold from the next step on every OM",
    footer = {
        "  ozone admin om compaction update 6f0b2a4e --max-write-rate 10MB",
        "  ozone admin om compaction update 6f0b2a4e --max-total-bytes 2GB --not-after 06:00"
    })
class UpdateSubcommand extends JobChangeSubcommand {
  @Option(names = "--max-write-rate", paramLabel = "SIZE", converter = ByteSize.class,
      description = "Average bytes per second that one OM may rewrite, such as 10MB")
  private Long maxWriteRate;

  @Option(names = "--max-total-bytes", paramLabel = "SIZE", converter = ByteSize.class,
      description = "Write at most this many bytes on each OM, such as 2GB, what is written already among them. An OM"
          + " whose turn has ended does not go on")
  private Long maxTotalBytes;

  @Option(names = "--not-before", paramLabel = "TIME",
      description = "Start no sooner: HH:mm for the next such local time, or ISO-8601. Not of a job that has begun")
  private String notBefore;

  @Option(names = "--not-after", paramLabel = "TIME",
      description = "Start no step later: HH:mm for the next such local time after the job may start, or ISO-8601")
  private String notAfter;

  private JobUpdateJson update;
  /** The days off for which the job was to begin later, until now; null if there are none, or its begin stays. */
  private String daysOff;

  @Override
  void check() throws RefusedException {
    super.check();
    JobWindow window = JobWindow.of(notBefore, notAfter, surroundings().clock());
    update = new JobUpdateJson().maxWriteRate(maxWriteRate).notBefore(window.notBefore()).notAfter(window.notAfter())
        .thresholds(maxTotalBytes == null ? null : new ThresholdsUpdateJson().maxTotalBytes(maxTotalBytes));
    JobRequestCheck.check(update, surroundings().clock().instant());
  }

  @Override
  JobJson change(Ring ring, String wholeId) throws IOException {
    if (notAfter != null && notBefore == null) {
      // A time of day is the next one after the job's opening, as in 'trigger'.
      String opens = ring.job(wholeId).getNotBefore();
      update.notAfter(JobWindow.of(opens, notAfter, surroundings().clock()).notAfter());
    }
    daysOff = notBefore == null ? null : read(ring, wholeId).map(JobJson::getDaysOff).orElse(null);
    return ring.commands().update(wholeId, update);
  }

  @Override
  String next(JobJson job) {
    return daysOff == null || job.getDaysOff() != null ? ""
        : "It may begin at that time also on a day off: its window was moved because of " + daysOff
            + ", and --not-before heeds none.";
  }
}
