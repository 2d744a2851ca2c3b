// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.KeyRangeText;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotals;
import org.apache.hadoop.ozone.om.compaction.model.Pressure;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.model.Wait;

/** The model as text for people, in at most 120 columns but for keys, which stay whole. */
final class Rendering {
  private static final String NO_BUCKET = "(no bucket)";

  private final Paint paint;
  private final JobRendering jobs;

  Rendering(Paint paint, ZoneId zone) {
    this.paint = paint;
    this.jobs = new JobRendering(paint, zone);
  }

  JobRendering jobs() {
    return jobs;
  }

  String nodes(NodeList list) {
    TextTable table = new TextTable()
        .left("NODE").left("ROLE").left("ADD-ON", Rendering::addOnStyle).left("OZONE").right("L0 FILES")
        .right("PENDING").right("FREE DISK").left("WOULD WAIT FOR", Rendering::waitStyle);
    for (Node node : list.getNodes()) {
      Pressure pressure = node.getPressure();
      boolean known = pressure != null;
      table.row(node.getNodeId() + (node.getHost() == null ? "" : " (" + node.getHost() + ")"),
          node.getRole().toString(), addOn(node), orNone(node.getOzoneVersion()),
          known ? pressure.getL0Files() + "/" + pressure.getL0SlowdownTrigger() : Units.NONE,
          known ? Units.bytes(pressure.getPendingCompactionBytes()) : Units.NONE,
          known ? Units.bytes(pressure.getFreeDiskBytes()) : Units.NONE,
          known ? waits(pressure.getWaits()) : Units.NONE);
      if (node.getRunningJob() != null) {
        table.sentence("runs job " + node.getRunningJob());
      }
      if (known) {
        pressure.getWaits().forEach(wait -> table.sentence("would wait: " + wait.getMessage()));
      }
      if (node.getProblem() != null) {
        table.sentence(node.getProblem().getMessage());
      }
    }
    return table.render(paint);
  }

  private static String addOn(Node node) {
    if (node.getAddOnVersion() != null) {
      return node.getAddOnVersion();
    }
    if (!node.getReachable()) {
      return "unreachable";
    }
    return node.getProblem() != null && node.getProblem().getCode() == ErrorCode.ADD_ON_MISSING ? "missing" : "unknown";
  }

  private static Paint.Style addOnStyle(String text) {
    return Arrays.asList("unreachable", "missing", "unknown").contains(text) ? Paint.Style.BAD : Paint.Style.NORMAL;
  }

  private static Paint.Style waitStyle(String text) {
    return "nothing".equals(text) || Units.NONE.equals(text) ? Paint.Style.NORMAL : Paint.Style.WARNING;
  }

  private static String waits(List<Wait> waits) {
    if (waits.isEmpty()) {
      return "nothing";
    }
    return waits.get(0).getReason() + (waits.size() == 1 ? "" : " +" + (waits.size() - 1));
  }

  String buckets(BucketList list) {
    if (list.getBuckets().isEmpty()) {
      return "No bucket matches.\n";
    }
    boolean severalNodes = list.getBuckets().stream().map(Bucket::getNodeId).distinct().count() > 1;
    boolean probed = list.getBuckets().stream().anyMatch(bucket -> bucket.getSeek() != null);
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").left("TABLE")
        .right("TOMBSTONES").right("ENTRIES").right("RATIO").right("FILES").right("SIZE").right("IN MEMORY")
        .right(probed ? "SEEK" : "");
    for (Bucket bucket : list.getBuckets()) {
      table.row(bucketName(bucket.getVolume(), bucket.getBucket()), severalNodes ? bucket.getNodeId() : "",
          bucket.getTable(), Units.count(bucket.getTombstones()), Units.count(bucket.getEntries()),
          Units.ratio(bucket.getTombstoneRatio()), String.valueOf(bucket.getFiles()),
          Units.bytes(bucket.getSizeBytes()),
          bucket.getMemtableEntries() == null ? Units.NONE : Units.count(bucket.getMemtableEntries()),
          probed ? Units.seek(bucket.getSeek()) : "");
      if (bucket.getBucket() == null) {
        noteOptions(table, bucket.getTable(), bucket.getBegin(), bucket.getEnd());
      }
    }
    return table.render(paint);
  }

  String ranges(RangeList list) {
    StringBuilder text = new StringBuilder();
    if (list.getRanges().isEmpty()) {
      text.append("No range is worth compacting.\n");
    } else {
      text.append(rangeTable(list.getRanges()));
    }
    for (PlanTotals totals : list.getTotals()) {
      text.append(totals.getNodeId()).append(": ").append(totals.getRanges())
          .append(totals.getRanges() == 1 ? " range, " : " ranges, ")
          .append(Units.count(totals.getTombstones())).append(" tombstones; reads ")
          .append(Units.bytes(totals.getPredictedReadBytes())).append(", writes ")
          .append(Units.bytes(totals.getPredictedWriteBytes())).append(" (")
          .append(Units.bytes(totals.getCollateralBytes())).append(" outside the ranges)");
      if (totals.getSnapshotRetainedBytes() > 0) {
        text.append("\n    of what it replaces, Ozone snapshots keep ")
            .append(Units.bytes(totals.getSnapshotRetainedBytes())).append(" on disk");
      }
      text.append('\n');
    }
    if (!list.getSkipped().isEmpty()) {
      text.append('\n').append(skippedTable(list.getSkipped()));
      if (list.getSkippedCount() != null && list.getSkippedCount() > list.getSkipped().size()) {
        text.append("The first ").append(list.getSkipped().size()).append(" of ").append(list.getSkippedCount())
            .append(" that are left out, most tombstones first; --length shows more.\n");
      }
    }
    return text.toString();
  }

  private String rangeTable(List<Range> ranges) {
    boolean severalNodes = ranges.stream().map(Range::getNodeId).distinct().count() > 1;
    boolean probed = ranges.stream().anyMatch(range -> range.getSeek() != null);
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").right("RANK").left("TABLE")
        .right("TOMBSTONES").right("ENTRIES").right("READ").right("WRITE").right("COLLATERAL").right("KEPT")
        .right("PER MB").right(probed ? "SEEK" : "");
    for (Range range : ranges) {
      table.row(bucketName(range.getVolume(), range.getBucket()), severalNodes ? range.getNodeId() : "",
          String.valueOf(range.getRank()), range.getTable(), Units.count(range.getTombstones()),
          Units.count(range.getEntries()), Units.bytes(range.getPredictedReadBytes()),
          Units.bytes(range.getPredictedWriteBytes()), Units.bytes(range.getCollateralBytes()),
          Units.bytes(range.getSnapshotRetainedBytes()),
          Units.count(Math.round(range.getTombstonesPerMegabyte())), probed ? Units.seek(range.getSeek()) : "");
      if (Boolean.TRUE.equals(range.getOversized())) {
        table.sentence("larger than a range should be, but cannot be split: files are compacted whole");
      }
      noteOptions(table, range.getTable(), range.getBegin(), range.getEnd());
    }
    return table.render(paint);
  }

  private String skippedTable(List<SkippedRange> skipped) {
    boolean severalNodes = skipped.stream().map(SkippedRange::getNodeId).distinct().count() > 1;
    TextTable table = new TextTable().left("LEFT OUT").left(severalNodes ? "NODE" : "").left("TABLE")
        .right("TOMBSTONES").right("RATIO").left("REASON");
    for (SkippedRange range : skipped) {
      table.row(bucketName(range.getVolume(), range.getBucket()), severalNodes ? range.getNodeId() : "",
          range.getTable(), Units.count(range.getTombstones()), Units.ratio(range.getTombstoneRatio()),
          range.getReason());
      table.sentence(range.getMessage());
      noteOptions(table, range.getTable(), range.getBegin(), range.getEnd());
    }
    return table.render(paint);
  }

  /** A range as preview and trigger take it. One that is open at an end they do not take. */
  private static void noteOptions(TextTable table, String name, Key begin, Key end) {
    if (!begin.getText().isEmpty() && !end.getText().isEmpty()) {
      table.note("--cf " + name + " --key-range " + ShellText.quote(KeyRangeText.print(begin, end)));
    }
  }

  private static String bucketName(String volume, String bucket) {
    return bucket == null ? NO_BUCKET : "/" + volume + "/" + bucket;
  }

  private static String orNone(String text) {
    return text == null ? Units.NONE : text;
  }
}
