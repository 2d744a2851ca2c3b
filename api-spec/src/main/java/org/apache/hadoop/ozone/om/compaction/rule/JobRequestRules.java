// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;

/**
 * Refuses requests with missing targets or with texts that are too long. Also refuses an empty text or 0 where
 * the replicated job would show an absent field. {@link JobSpecRules} checks the rest.
 */
public final class JobRequestRules {
  /** Minimum write rate in bytes per second, except {@link #HELD}. A smaller rate most likely lacks its unit. */
  private static final long LEAST_WRITE_RATE = 1 << 10;
  /**
   * The only accepted write rate below the minimum, in bytes per second. It practically stops a turn after one step.
   */
  private static final long HELD = 1;
  private static final long MEBIBYTE = 1 << 20;

  private JobRequestRules() {
  }

  /**
   * @param request null fields and empty lists count as absent
   * @throws RefusedException BAD_REQUEST that names the invalid field
   */
  public static void check(JobRequestJson request) throws RefusedException {
    checkNames("nodeIds", "The id of a node", request.getNodeIds(), Limits.NAME);
    JobSpecRules.checkCount("nodeIds", request.getNodeIds().size(), JobSpecRules.MAX_NODES);
    JobSpecRules.PARALLEL_NODES.checkIfGiven(request.getMaxParallelNodes());
    checkWriteRate(request.getMaxWriteRate());
    checkName("window", "The window", request.getWindow(), JobSpecRules.MAX_WINDOW);
    if (request.getTargets() != null) {
      checkTargets(request.getTargets());
    }
    if (request.getThresholds() != null) {
      checkThresholds(request.getThresholds());
    }
  }

  /**
   * @param update null fields change nothing
   * @throws RefusedException BAD_REQUEST that names the invalid field
   */
  public static void check(JobUpdateJson update) throws RefusedException {
    checkWriteRate(update.getMaxWriteRate());
    if (update.getThresholds() != null) {
      JobSpecRules.TOTAL_BYTES.checkIfGiven(update.getThresholds().getMaxTotalBytes());
    }
  }

  /** Refuses absent targets and those that name nothing with BAD_REQUEST: users must ask for all keys explicitly. */
  public static void requireTargets(TargetsJson targets) throws RefusedException {
    if (targets == null || !isEverything(targets) && !isSlow(targets) && !namesBuckets(targets)
        && targets.getTables().isEmpty()) {
      throw RefusedException.ofParameter("targets", "Nothing says what to compact: the places where lists are slow"
          + " (slow); what is named, by buckets, a volume, a path, tables or key ranges; or whatever reaches the"
          + " thresholds (everything).");
    }
  }

  private static void checkWriteRate(Long rate) throws RefusedException {
    JobSpecRules.WRITE_RATE.checkIfGiven(rate);
    if (rate != null && rate > HELD && rate < LEAST_WRITE_RATE) {
      throw RefusedException.ofParameter("maxWriteRate", rate + " bytes per second are too few; the least is "
          + LEAST_WRITE_RATE + ". Did you mean " + rate + " MB per second, which is " + rate * MEBIBYTE + "?");
    }
  }

  private static void checkTargets(TargetsJson targets) throws RefusedException {
    if (isEverything(targets) && namesBuckets(targets)) {
      throw RefusedException.ofParameter("targets.everything", "Everything leaves nothing else to name: leave it out,"
          + " or volume, buckets, path and key ranges.");
    }
    if (isEverything(targets) && isSlow(targets)) {
      throw RefusedException.ofParameter("targets.everything", "Slow alone means the slow places of everything: leave"
          + " everything out.");
    }
    checkName("targets.volume", "The name of the volume", targets.getVolume(), Limits.VOLUME);
    checkNames("targets.tables", "The name of a table", targets.getTables(), Limits.NAME);
    checkNames("targets.buckets", "The name of a bucket", targets.getBuckets(), Limits.BUCKET);
    checkNames("targets.exclude", "A pattern", targets.getExclude(), Limits.BUCKET);
    checkName("targets.prefix", "The prefix", targets.getPrefix(), Limits.PREFIX);
    checkName("targets.path", "The path", targets.getPath(), Limits.PREFIX);
    for (KeyRangeJson range : targets.getKeyRanges()) {
      checkName("targets.keyRanges", "The table of a key range", range.getTable(), Limits.NAME);
    }
  }

  private static boolean isEverything(TargetsJson targets) {
    return Boolean.TRUE.equals(targets.getEverything());
  }

  private static boolean isSlow(TargetsJson targets) {
    return Boolean.TRUE.equals(targets.getSlow());
  }

  private static boolean namesBuckets(TargetsJson targets) {
    return targets.getVolume() != null || targets.getPath() != null || targets.getPrefix() != null
        || !targets.getBuckets().isEmpty() || !targets.getKeyRanges().isEmpty();
  }

  private static void checkThresholds(ThresholdsJson thresholds) throws RefusedException {
    JobSpecRules.TOP.checkIfGiven(thresholds.getTop());
    JobSpecRules.ENTRIES.checkIfGiven(thresholds.getMaxEntries());
    JobSpecRules.BYTES.checkIfGiven(thresholds.getMaxBytes());
    JobSpecRules.TOTAL_BYTES.checkIfGiven(thresholds.getMaxTotalBytes());
    checkMinimum("thresholds.minTombstones", thresholds.getMinTombstones(), thresholds.getMaxEntries());
  }

  /**
   * Refuses a {@code minTombstones} larger than {@code maxEntries}, because no range holds that many entries. Null
   * stands for an absent value; {@code parameter} is the name of the former in the request.
   */
  static void checkMinimum(String parameter, Long minTombstones, Long maxEntries) throws RefusedException {
    if (minTombstones != null && maxEntries != null && minTombstones > maxEntries) {
      throw RefusedException.ofParameter(parameter, "The minimum of " + minTombstones + " tombstones of a run is"
          + " above the maximum of " + maxEntries + " entries of a range: lower the minimum or raise the"
          + " maximum.");
    }
  }

  private static void checkNames(String field, String what, List<String> names, int most) throws RefusedException {
    for (String name : names) {
      checkName(field, what, name, most);
    }
  }

  private static void checkName(String field, String what, String name, int most) throws RefusedException {
    if (name == null) {
      return;
    }
    if (name.trim().isEmpty()) {
      throw RefusedException.ofParameter(field, what + " is empty: give it a value, or leave it out.");
    }
    int length = name.codePointCount(0, name.length());
    if (length > most) {
      throw RefusedException.ofParameter(field, what + " has " + length + " characters; at most " + most
          + " are allowed.");
    }
    // Half a surrogate pair has no UTF-8 form, so the replicated job would hold another character instead.
    if (name.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw RefusedException.ofParameter(field, what + " holds half a character.");
    }
  }
}
