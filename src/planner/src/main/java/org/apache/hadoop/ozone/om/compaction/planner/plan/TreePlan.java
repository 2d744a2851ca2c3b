// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * The plan of a job over trees read from text, from SST metadata alone. Targets are chosen as an OM chooses them.
 * Immutable.
 */
public final class TreePlan {
  private static final Comparator<RejectedRange> MOST_TOMBSTONES_FIRST =
      Comparator.comparingLong((RejectedRange left) -> left.target().mostTombstones()).reversed()
          .thenComparing(left -> left.target().span().table())
          .thenComparing(left -> left.keys().begin(), Keys::compare);

  private final Map<String, TableStatistics> statistics = new LinkedHashMap<>();
  private final CompactionPlan plan;
  private final PlanLimits limits;

  /**
   * @param trees      of one OM; targets in other tables are ignored
   * @param thresholds default to an OM's default configuration
   */
  public TreePlan(List<LsmTree> trees, Targets targets, Thresholds thresholds) {
    boolean named = !targets.getBuckets().isEmpty() || !targets.getKeyRanges().isEmpty();
    limits = limits(thresholds, named ? PlanLimits.DEFAULT.withMinTombstones(1).withMinRatio(0) : PlanLimits.DEFAULT);
    List<List<SpanStatistics>> spans = new ArrayList<>();
    List<RunTargets> runs = new ArrayList<>();
    for (LsmTree tree : trees) {
      if (isMeant(tree.table().name(), targets)) {
        add(tree, targets, spans, runs);
      }
    }
    plan = limits.asksForDensity() ? RangePlanner.planRuns(runs, limits) : RangePlanner.plan(spans, limits);
  }

  /** A bucket or range that is named is taken as it is, unless a ratio is asked for, too. */
  private static PlanLimits limits(Thresholds asked, PlanLimits otherwise) {
    PlanLimits open = asked.getMinTombstones() == null && asked.getMinRatio() == null ? otherwise : PlanLimits.DEFAULT;
    return new PlanLimits(or(asked.getMinTombstones(), open.minTombstones()), or(asked.getMinRatio(), open.minRatio()),
        or(asked.getMaxEntries(), open.maxEntries()), or(asked.getMaxBytes(), open.maxBytes()),
        or(asked.getTop(), open.top()), or(asked.getMaxTotalBytes(), open.maxTotalBytes()));
  }

  private static <T> T or(T asked, T otherwise) {
    return asked == null ? otherwise : asked;
  }

  private static boolean isMeant(String table, Targets targets) {
    return targets.getKeyRanges().isEmpty()
        ? targets.getTables().isEmpty() || targets.getTables().contains(table)
        : targets.getKeyRanges().stream().anyMatch(range -> range.getTable().equals(table));
  }

  private void add(LsmTree tree, Targets targets, List<List<SpanStatistics>> spans, List<RunTargets> runs) {
    if (targets.getVolume() == null && targets.getBuckets().isEmpty() && targets.getKeyRanges().isEmpty()) {
      TableStatistics whole = tree.statistics();
      statistics.put(tree.table().name(), whole);
      spans.add(whole.spans());
      runs.add(RunTargets.ofTable(whole, whole.spans(), limits));
      return;
    }
    List<BucketSpan> named = named(tree, targets);
    TableStatistics table = targets.getKeyRanges().isEmpty() ? tree.statistics()
        : TableStatistics.take(tree.table(), named);
    statistics.put(tree.table().name(), table);
    List<SpanStatistics> counted = named.stream().map(table::of).collect(Collectors.toList());
    spans.add(counted);
    runs.add(targets.getBuckets().isEmpty() && targets.getKeyRanges().isEmpty()
        ? RunTargets.ofVolumes(table, counted, limits) : RunTargets.ofSpans(table, counted, limits));
  }

  private static List<BucketSpan> named(LsmTree tree, Targets targets) {
    if (targets.getKeyRanges().isEmpty()) {
      return tree.spans().stream().filter(span -> targets.getVolume() == null
          || span.volume().equals(targets.getVolume())).filter(span -> targets.getBuckets().isEmpty()
          || targets.getBuckets().contains(span.path())).collect(Collectors.toList());
    }
    TableStatistics whole = tree.statistics();
    return targets.getKeyRanges().stream().map(range -> whole.attributed(range.getBegin().getBase64(),
        Keys.after(range.getEnd().getBase64()))).collect(Collectors.toList());
  }

  /**
   * The plan as {@code GET /ranges} returns it, without what is left out.
   *
   * @param source stands for the OM's id
   * @param most   maximum number of ranges, best first
   */
  public RangeList ranges(String source, int most) {
    PlanModel model = new PlanModel(source, key -> null);
    RangeList list = new RangeList().totalCount((long) plan.ranges().size()).filesToScan(0)
        .addTotalsItem(model.totals(plan));
    plan.ranges().stream().limit(most).forEach(range -> list.addRangesItem(model.range(range,
        statistics.get(range.table()).of(BucketSpan.unattributed(range.table(), range.range())))
        .l0ReadBytes(range.cost().levelZeroBytes() > limits.maxBytes() ? range.cost().levelZeroBytes() : null)));
    plan.beyondTotal().ifPresent(beyond -> list.addRemarksItem(new Remark().nodeId(source)
        .message(beyond.message(limits.maxTotalBytes()) + '.')));
    return list;
  }

  /** The number of ranges left out. */
  public long leftOutCount() {
    return plan.leftOut().count();
  }

  /**
   * The ranges that are left out, with the reason and the price of each.
   *
   * @param most maximum number, those with most tombstones first
   */
  public List<SkippedRange> leftOut(String source, int most) {
    PlanModel model = new PlanModel(source, key -> null);
    List<RejectedRange> worst = plan.leftOut().sorted(MOST_TOMBSTONES_FIRST).limit(most).collect(Collectors.toList());
    return worst.stream().map(left -> model.leftOut(left, left.isByChoice() ? plan.costs(left) : null))
        .collect(Collectors.toList());
  }
}
