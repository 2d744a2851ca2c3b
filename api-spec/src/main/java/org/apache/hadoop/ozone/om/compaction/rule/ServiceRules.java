// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;

/** What may be said about the automatic service, whatever the state of the ring. Frozen as {@link JobSpecRules} are. */
public final class ServiceRules {
  /** How long a pause is, in seconds. */
  public static final String FOR_SECONDS = "forSeconds";
  static final long MAX_PAUSE_SECONDS = TimeUnit.DAYS.toSeconds(366);
  private static final Bound PAUSE = new Bound(FOR_SECONDS, 1, MAX_PAUSE_SECONDS);

  private ServiceRules() {
  }

  /** @throws RefusedException BAD_REQUEST with the field that is wrong */
  public static void check(PauseService pause) throws RefusedException {
    PAUSE.checkUnlessOpen(pause.getForSeconds());
  }
}
