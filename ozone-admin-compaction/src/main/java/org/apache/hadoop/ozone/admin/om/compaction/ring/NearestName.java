// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.SimilarName;

/** Finds the existing volume, bucket or table most similar to a name that does not exist. */
public final class NearestName {
  private NearestName() {
  }

  /**
   * Asks whether the user means the most similar existing name. Searches the first {@link
   * Limits#ROWS} rows of the list of buckets.
   *
   * @return empty if the refusal is not about an unknown name, or no name is similar
   */
  public static Optional<String> question(RefusedException refusal, TreeReads reads) {
    if (refusal.getValue() == null) {
      return Optional.empty();
    }
    try {
      BucketListJson all = reads.buckets(new Query().limit(Limits.ROWS));
      return SimilarName.of(refusal.getValue(), names(refusal.getCode(), all))
          .map(name -> "Did you mean " + name + "?");
    } catch (IOException e) {
      // The search for a similar name failed, so the refusal is shown without "Did you mean".
      return Optional.empty();
    }
  }

  private static Collection<String> names(ErrorCode code, BucketListJson all) {
    Stream<BucketJson> buckets = all.getBuckets().stream().filter(row -> row.getBucket() != null);
    Stream<String> names = code == ErrorCode.UNKNOWN_TABLE ? all.getTables().stream().map(TableSummaryJson::getTable)
        : code == ErrorCode.UNKNOWN_VOLUME ? buckets.map(BucketJson::getVolume)
        : buckets.map(row -> "/" + row.getVolume() + "/" + row.getBucket());
    return names.collect(Collectors.toCollection(TreeSet::new));
  }
}
