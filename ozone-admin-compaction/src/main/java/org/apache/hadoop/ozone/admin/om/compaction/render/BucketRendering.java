// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklogJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;

/** Renders the rows of buckets, and the sums of whole tables. */
final class BucketRendering {
  private final Paint paint;
  private final TextTable.Layout layout;

  BucketRendering(Paint paint, TextTable.Layout layout) {
    this.paint = paint;
    this.layout = layout;
  }

  String list(BucketListJson list) {
    String remarks = Remarks.text(list.getRemarks(), list.getBuckets().stream().map(BucketJson::getNodeId));
    if (list.getBuckets().isEmpty()) {
      return "Nothing matches.\n";
    }
    StringBuilder text = new StringBuilder(remarks);
    text.append(remarks.isEmpty() ? "" : "\n").append(rows(list.getBuckets()));
    List<TableSummaryJson> tables = list.getTables().stream().filter(table -> BucketCounts.tombstones(table) > 0)
        .collect(Collectors.toList());
    text.append(tables.isEmpty() ? "" : "\n" + tables(tables));
    return text
        .append(PlaceRendering.notLookedAt(list.getNotLookedAt(),
            list.getBuckets().stream().map(BucketJson::getNodeId)))
        .append(uncounted(list.getBuckets())).toString();
  }

  /** Returns a sentence about the rows whose number of tombstones is unknown; empty if there are none. */
  private String uncounted(List<BucketJson> rows) {
    long count = layout == TextTable.Layout.WIDE ? 0 : rows.stream().filter(BucketCounts::areUnknown).count();
    return count == 0 ? "" : "\n" + Lines.of((count == 1 ? "The counts of one row are" : "The counts of "
        + Units.exactCount(count) + " rows are") + " not known yet (" + Units.NOT_MEASURED
        + "), as they share SST files with other buckets: --exact counts them, -o wide shows their bounds.") + "\n";
  }

  private String rows(List<BucketJson> rows) {
    boolean severalNodes = rows.stream().map(BucketJson::getNodeId).distinct().count() > 1;
    Predicate<Predicate<BucketJson>> any = what -> rows.stream().anyMatch(what);
    boolean runs = any.test(row -> row.getRun() != null);
    boolean waits = any.test(row ->
        row.getWaitMicros() != null || Boolean.FALSE.equals(row.getLookedAt()));
    boolean inMemory = any.test(row -> BucketCounts.inMemory(row).getHigh() > 0);
    boolean toDelete = any.test(BucketRendering::isWaitingForDeletion);
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").left("TABLE")
        .right(waits ? "LIST WAITS" : "").right("TOMBSTONES").right(runs ? "IN A ROW" : "").right("RATIO")
        .right(inMemory ? "IN MEMORY" : "").right("ENTRIES").right("SIZE").right(toDelete ? "TO DELETE" : "");
    Map<String, Long> parts = rows.stream()
        .collect(Collectors.groupingBy(BucketRendering::part, Collectors.counting()));
    for (BucketJson row : rows) {
      table.row(SpanText.name(row), severalNodes ? row.getNodeId() : "", row.getTable(),
          waits ? Units.wait(row.getWaitMicros(), row.getLookedAt()) : "",
          BucketCounts.isUnknown(row, row.getAllTombstones(), layout) ? Units.NOT_MEASURED
              : BucketCounts.text(row.getAllTombstones(), BucketCounts.inMemory(row), layout),
          runs ? BucketCounts.inARow(row, layout) : "",
          BucketCounts.ratio(row, layout),
          inMemory ? BucketCounts.text(BucketCounts.inMemory(row), BucketCounts.inMemory(row), layout) : "",
          BucketCounts.counted(row, row.getAllEntries(), layout), Units.bytes(row.getSizeBytes()),
          toDelete ? backlog(row.getDeletionBacklog()) : "");
      if (row.getWaitMicros() == null) {
        table.quiet();
      }
      if (row.getBucket() == null || parts.get(part(row)) > 1) {
        SpanText.noteKeys(table, row.getTable(), row.getBegin(), row.getEnd());
      }
    }
    return table.render(paint, layout);
  }

  /**
   * Returns a text for the node, the table and the bucket of a row. Rows for several directories of one path have the
   * same text.
   */
  private static String part(BucketJson row) {
    return row.getNodeId() + ' ' + row.getTable() + ' ' + SpanText.name(row);
  }

  private static boolean isWaitingForDeletion(BucketJson row) {
    return row.getDeletionBacklog() != null && row.getDeletionBacklog().getRows() > 0;
  }

  private static String backlog(DeletionBacklogJson backlog) {
    return backlog == null ? Units.NONE : (backlog.getBounded() ? ">" : "") + Units.count(backlog.getRows());
  }

  private String tables(List<TableSummaryJson> summaries) {
    boolean severalNodes = summaries.stream().map(TableSummaryJson::getNodeId).distinct().count() > 1;
    boolean inMemory = summaries.stream().anyMatch(summary -> summary.getMemtableTombstones() > 0);
    TextTable table = new TextTable().left("WHOLE TABLE").left(severalNodes ? "NODE" : "").right("TOMBSTONES")
        .right(inMemory ? "IN MEMORY" : "").right("ENTRIES").right("RATIO").right("FILES").right("SIZE");
    for (TableSummaryJson summary : summaries) {
      long entries = summary.getEntries() + Math.max(summary.getMemtableEntries(), summary.getMemtableTombstones());
      long tombstones = BucketCounts.tombstones(summary);
      table.row(summary.getTable(), severalNodes ? summary.getNodeId() : "", Units.count(tombstones),
          inMemory ? Units.count(summary.getMemtableTombstones()) : "", Units.count(entries),
          Units.ratio((double) tombstones / entries), String.valueOf(summary.getFiles()),
          Units.bytes(summary.getSizeBytes()));
    }
    return table.render(paint, layout);
  }
}
