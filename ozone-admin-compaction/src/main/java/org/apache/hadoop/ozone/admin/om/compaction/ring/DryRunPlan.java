// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.admin.om.compaction.render.RangeRendering;
import org.apache.hadoop.ozone.admin.om.compaction.render.Units;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.FlushCost;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWay;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotals;
import org.apache.hadoop.ozone.om.compaction.model.Problem;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;

/**
 * Merges the plan of a job with several targets, for each node, from reads that show one target each. The best range
 * comes next, of whichever target; ranges of one target keep their order, as one may be cheap only after another.
 */
public final class DryRunPlan {
  private final Map<String, List<Rated>> nodes = new LinkedHashMap<>();
  private final Map<String, Problem> unanswered = new LinkedHashMap<>();
  private final Set<FlushCost> flushes = new LinkedHashSet<>();
  private final Set<Remark> remarks = new LinkedHashSet<>();
  private final Set<JobInTheWay> jobsInTheWay = new LinkedHashSet<>();
  private int filesToScan;
  private Long bytesToScan;

  private DryRunPlan() {
  }

  /**
   * Reads at most as many ranges of each node as one answer holds.
   *
   * @param queries one for each target
   * @param thresholds of the job; those that limit all its ranges together are applied here
   */
  public static RangeList read(Ring ring, List<Query> queries, Thresholds thresholds) throws IOException {
    DryRunPlan plan = new DryRunPlan();
    for (Query query : queries) {
      plan.addTarget(ring, query);
    }
    return plan.ranked(thresholds.getTop() == null ? Integer.MAX_VALUE : thresholds.getTop(),
        thresholds.getMaxTotalBytes() == null ? Long.MAX_VALUE : thresholds.getMaxTotalBytes());
  }

  private void addTarget(Ring ring, Query query) throws IOException {
    Map<String, Double> least = new LinkedHashMap<>();
    RangeList page = ring.ranges(query.limit(Limits.ROWS));
    page.getTotals().forEach(totals -> nodes.computeIfAbsent(totals.getNodeId(), node -> new ArrayList<>()));
    page.getUnanswered().forEach(problem -> unanswered.putIfAbsent(problem.getNodeId(), problem));
    flushes.addAll(page.getFlushes());
    remarks.addAll(page.getRemarks());
    jobsInTheWay.addAll(page.getJobsInTheWay());
    for (Range range : page.getRanges()) {
      double rating = least.merge(range.getNodeId(), range.getTombstonesPerMegabyte(), Math::min);
      nodes.get(range.getNodeId()).add(new Rated(range, rating));
    }
    for (PlanTotals totals : page.getTotals()) {
      long shown = page.getRanges().stream().filter(range -> range.getNodeId().equals(totals.getNodeId())).count();
      if (shown < totals.getRanges()) {
        remarks.add(new Remark().nodeId(totals.getNodeId()).message("Only the best " + shown + " of "
            + totals.getRanges() + " ranges are counted here."));
      }
    }
    // A file that several targets share counts for each of them until it is scanned.
    filesToScan += page.getFilesToScan();
    if (page.getBytesToScan() != null) {
      bytesToScan = page.getBytesToScan() + (bytesToScan == null ? 0 : bytesToScan);
    }
  }

  private RangeList ranked(int top, long totalBytes) {
    RangeList list = new RangeList().filesToScan(filesToScan).bytesToScan(bytesToScan)
        .unanswered(new ArrayList<>(unanswered.values()))
        .flushes(new ArrayList<>(flushes)).remarks(new ArrayList<>(remarks))
        .jobsInTheWay(new ArrayList<>(jobsInTheWay));
    List<Range> ranges = new ArrayList<>();
    nodes.forEach((node, rated) -> {
      rated.sort(Comparator.comparing((Rated range) -> range.rating).reversed());
      PlanTotals totals = new PlanTotals().nodeId(node).ranges(0).tombstones(new CountInterval().low(0L).high(0L))
          .predictedReadBytes(0L).predictedWriteBytes(0L).predictedWrite(new CountInterval().low(0L).high(0L))
          .collateralBytes(0L).snapshotRetainedBytes(0L);
      List<Rated> best = rated.subList(0, Math.min(top, rated.size()));
      for (Rated next : best) {
        if (totals.getPredictedWriteBytes() + next.range.getPredictedWriteBytes() > totalBytes) {
          list.addRemarksItem(beyondTotal(node, best.size() - totals.getRanges(), next.range, totalBytes));
          break;
        }
        add(totals, next.range);
        ranges.add(next.range.rank(totals.getRanges()));
      }
      list.addTotalsItem(totals);
    });
    ranges.sort(Comparator.comparing(Range::getRank));
    return list.ranges(ranges).totalCount((long) ranges.size());
  }

  private static Remark beyondTotal(String node, int ranges, Range next, long totalBytes) {
    return new Remark().nodeId(node).message(ranges + (ranges == 1 ? " range" : " ranges") + " left for another job:"
        + " the next range would write another " + Units.bytes(next.getPredictedWriteBytes()) + " and exceed the budget"
        + " of " + Units.bytes(totalBytes) + '.');
  }

  private static void add(PlanTotals totals, Range range) {
    CountInterval tombstones = totals.getTombstones();
    tombstones.low(tombstones.getLow() + range.getTombstones().getLow())
        .high(tombstones.getHigh() + range.getTombstones().getHigh());
    CountInterval write = RangeRendering.write(range);
    CountInterval sum = totals.getPredictedWrite();
    sum.low(sum.getLow() + write.getLow()).high(sum.getHigh() + write.getHigh());
    totals.ranges(totals.getRanges() + 1)
        .predictedReadBytes(totals.getPredictedReadBytes() + range.getPredictedReadBytes())
        .predictedWriteBytes(totals.getPredictedWriteBytes() + range.getPredictedWriteBytes())
        .collateralBytes(totals.getCollateralBytes() + range.getCollateralBytes())
        .snapshotRetainedBytes(totals.getSnapshotRetainedBytes() + range.getSnapshotRetainedBytes());
  }

  /** A range with its rank: tombstones per byte, at most those of earlier ranges of its target. */
  private static final class Rated {
    private final Range range;
    private final double rating;

    Rated(Range range, double rating) {
      this.range = range;
      this.rating = rating;
    }
  }
}
