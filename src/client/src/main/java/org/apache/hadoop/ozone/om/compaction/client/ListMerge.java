// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;

/** Joins the first pages of several nodes, one node after the other. The result has no key for a next page. */
final class ListMerge {
  private ListMerge() {
  }

  /** Joins the places of several nodes, slowest first. Equally slow ones stay in the order of the nodes. */
  static SlowPlaceListJson places(Answers<SlowPlaceListJson> answers) {
    SlowPlaceListJson merged = new SlowPlaceListJson().totalCount(0L).unanswered(answers.unanswered());
    for (SlowPlaceListJson list : answers.given().values()) {
      list.getPlaces().forEach(merged::addPlacesItem);
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      list.getNotLookedAt().forEach(merged::addNotLookedAtItem);
      list.getTables().forEach(merged::addTablesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
    }
    merged.getPlaces().sort(Comparator.comparingLong(SlowPlaceJson::getWaitMicros).reversed());
    return merged;
  }

  static BucketListJson buckets(Answers<BucketListJson> answers) {
    BucketListJson merged = new BucketListJson().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    for (BucketListJson list : answers.given().values()) {
      list.getBuckets().forEach(merged::addBucketsItem);
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      list.getNotLookedAt().forEach(merged::addNotLookedAtItem);
      merged.filesToScan(merged.getFilesToScan() + list.getFilesToScan());
      merged.bytesToScan(sum(merged.getBytesToScan(), list.getBytesToScan()));
      list.getTables().forEach(merged::addTablesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
    }
    return merged;
  }

  static RangeListJson ranges(Answers<RangeListJson> answers) {
    RangeListJson merged = new RangeListJson().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    for (RangeListJson list : answers.given().values()) {
      list.getRanges().forEach(merged::addRangesItem);
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      merged.filesToScan(merged.getFilesToScan() + list.getFilesToScan());
      merged.bytesToScan(sum(merged.getBytesToScan(), list.getBytesToScan()));
      list.getSkipped().forEach(merged::addSkippedItem);
      merged.skippedCount(sum(merged.getSkippedCount(), list.getSkippedCount()));
      list.getTotals().forEach(merged::addTotalsItem);
      list.getFlushes().forEach(merged::addFlushesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
      addNew(list.getJobsInTheWay(), merged.getJobsInTheWay());
    }
    return merged;
  }

  private static void addNew(List<JobInTheWayJson> jobs, List<JobInTheWayJson> known) {
    jobs.stream().filter(job -> !known.contains(job)).forEach(known::add);
  }

  /** The sum of two numbers. Null counts as 0; the sum of two nulls is null. */
  private static Long sum(Long one, Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(one + other);
  }
}
