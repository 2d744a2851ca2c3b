// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWay;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlace;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceList;

/** Joins the first pages of several nodes. The result has no key for a next page. */
final class ListMerge {
  private ListMerge() {
  }

  /** Joins the places of several nodes, slowest first. Equally slow ones stay in the order of the nodes. */
  static SlowPlaceList places(Answers<SlowPlaceList> answers) {
    SlowPlaceList merged = new SlowPlaceList().totalCount(0L).unanswered(answers.unanswered());
    for (SlowPlaceList list : answers.given().values()) {
      list.getPlaces().forEach(merged::addPlacesItem);
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      list.getNotLookedAt().forEach(merged::addNotLookedAtItem);
      list.getTables().forEach(merged::addTablesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
    }
    merged.getPlaces().sort(Comparator.comparingLong(SlowPlace::getWaitMicros).reversed());
    return merged;
  }

  /** Joins the rows of several nodes, one node after the other. */
  static BucketList buckets(Answers<BucketList> answers) {
    BucketList merged = new BucketList().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    for (BucketList list : answers.given().values()) {
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

  /** Joins the ranges of several nodes, one node after the other. */
  static RangeList ranges(Answers<RangeList> answers) {
    RangeList merged = new RangeList().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    for (RangeList list : answers.given().values()) {
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

  private static void addNew(List<JobInTheWay> jobs, List<JobInTheWay> known) {
    jobs.stream().filter(job -> !known.contains(job)).forEach(known::add);
  }

  /** The sum of two numbers. Null counts as 0; the sum of two nulls is null. */
  private static Long sum(Long one, Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(one + other);
  }
}
