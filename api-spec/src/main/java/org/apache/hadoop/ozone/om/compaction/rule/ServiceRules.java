// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;

/** Checks commands to the automatic service. Must not change, because OMs of different versions must agree. */
public final class ServiceRules {
  /** Name of the field with the length of a pause, in seconds. */
  public static final String FOR_SECONDS = "forSeconds";
  static final long MAX_PAUSE_SECONDS = TimeUnit.DAYS.toSeconds(366);

  private ServiceRules() {
  }

  /** @throws RefusedException BAD_REQUEST that names the invalid field */
  public static void check(PauseService pause) throws RefusedException {
    if (pause.getForSeconds() < 0 || pause.getForSeconds() > MAX_PAUSE_SECONDS) {
      throw RefusedException.ofParameter(FOR_SECONDS, "A pause of " + pause.getForSeconds() + " s is not possible; it"
          + " lasts up to " + TimeUnit.SECONDS.toDays(MAX_PAUSE_SECONDS) + " days, or until somebody resumes the"
          + " service.");
    }
  }
}
