// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;

/**
 * Finds the existing volume or table most similar to a name that does not exist. A refusal of a bucket names the
 * nearest one itself: an OM holds all buckets in memory, but not volumes.
 */
public final class NearestName {
  private static final int LETTERS_PER_SLIP = 3;
  private static final int MAX_SLIPS = 3;
  /** The first quoted name is the one that does not exist. */
  private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

  private NearestName() {
  }

  /**
   * Searches the list of all buckets, of a ring the leader's.
   *
   * @return a question for the user; empty if the refusal is of another kind, or no name is similar
   */
  public static Optional<String> question(RefusedException refusal, TreeReads reads) {
    Matcher wrong = QUOTED.matcher(refusal.getMessage());
    boolean volume = refusal.getCode() == ErrorCode.UNKNOWN_VOLUME;
    if (!volume && refusal.getCode() != ErrorCode.UNKNOWN_TABLE || !wrong.find()) {
      return Optional.empty();
    }
    try {
      BucketList all = reads.buckets(new Query().with("probe", false).limit(Limits.ROWS));
      Collection<String> names = new TreeSet<>();
      if (volume) {
        all.getBuckets().stream().map(Bucket::getVolume).filter(Objects::nonNull).forEach(names::add);
      } else {
        all.getTables().stream().map(TableSummary::getTable).forEach(names::add);
      }
      return nearest(wrong.group(1), names).map(name -> "Did you mean " + name + "?");
    } catch (IOException e) {
      // The refusal says enough.
      return Optional.empty();
    }
  }

  /** @return the most similar name, the first of equal ones */
  static Optional<String> nearest(String wrong, Collection<String> names) {
    LevenshteinDistance slips = new LevenshteinDistance(Math.min(MAX_SLIPS, wrong.length() / LETTERS_PER_SLIP));
    return names.stream().filter(name -> slips.apply(wrong, name) >= 0)
        .min(Comparator.comparing(name -> slips.apply(wrong, name)));
  }
}
