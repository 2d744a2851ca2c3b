// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;

/** Resolves the beginning of a job's id to the whole id. */
public final class JobIds {
  /** The help text of an argument for a job's id, which can be the beginning of the id. */
  public static final String HELP = "Id of the job, or its beginning where no other begins so";

  /** The beginning of a job's id, of at most 35 characters; a text of 36 characters is a whole id. */
  private static final Pattern BEGINNING = Pattern.compile("[0-9a-f][0-9a-f-]{0,34}");
  private static final int WHOLE = 36;
  private static final int MOST_NAMED = 5;

  private JobIds() {
  }

  /** @throws RefusedException BAD_REQUEST if the text is neither an id nor the beginning of one */
  public static void check(String text) throws RefusedException {
    if (text.length() < WHOLE && !isBeginning(text)) {
      throw RefusedException.ofParameter("jobId", "'" + text + "' is not a job id, nor the beginning of one: an id is"
          + " of the digits 0 to 9, the letters a to f and hyphens.");
    }
    if (!isBeginning(text)) {
      JobRequestCheck.jobId(text);
    }
  }

  /**
   * Returns the only job id that begins with the text. Returns a whole id without asking the ring.
   *
   * @throws RefusedException UNKNOWN_JOB if no id begins like this, BAD_REQUEST if several do
   */
  public static String whole(Ring ring, String text) throws IOException {
    if (!isBeginning(text)) {
      return JobRequestCheck.jobId(text);
    }
    String beginning = text.toLowerCase(Locale.ROOT);
    List<String> jobIds = ring.jobs(new Query().limit(Limits.ROWS)).getJobs().stream().map(JobJson::getJobId)
        .filter(jobId -> jobId.startsWith(beginning)).collect(Collectors.toList());
    if (jobIds.isEmpty()) {
      throw RefusedException.ofParameter(ErrorCode.UNKNOWN_JOB, "jobId", "There is no job whose id begins with '" + text
          + "'.");
    }
    if (jobIds.size() > 1) {
      throw RefusedException.ofParameter("jobId", "The ids of " + jobIds.size() + " jobs begin with '" + text + "': "
          + String.join(", ", jobIds.subList(0, Math.min(MOST_NAMED, jobIds.size())))
          + (jobIds.size() > MOST_NAMED ? " and others" : "") + ". Write more of the id.");
    }
    return jobIds.get(0);
  }

  private static boolean isBeginning(String text) {
    return BEGINNING.matcher(text.toLowerCase(Locale.ROOT)).matches();
  }
}
