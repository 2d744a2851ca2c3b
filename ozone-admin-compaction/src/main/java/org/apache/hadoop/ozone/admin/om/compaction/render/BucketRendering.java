// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Run;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;

/**
 * Bucket spans, what is slow among them and why, and the sums of their tables. Tombstones in memory are tombstones; a
 * column that would say nothing is not there.
 */
final class BucketRendering {
  private final Paint paint;
  private final TextTable.Layout layout;

  BucketRendering(Paint paint, TextTable.Layout layout) {
    this.paint = paint;
    this.layout = layout;
  }

  String list(BucketList list) {
    String remarks = Remarks.text(list.getRemarks(), list.getBuckets().stream().map(Bucket::getNodeId));
    StringBuilder text = new StringBuilder(remarks);
    if (list.getBuckets().isEmpty()) {
      return text.append("No bucket matches.\n").toString();
    }
    text.append(remarks.isEmpty() ? "" : "\n").append(rows(list.getBuckets()));
    List<TableSummary> tables = list.getTables().stream().filter(table -> tombstones(table) > 0)
        .collect(Collectors.toList());
    return text.append(tables.isEmpty() ? "" : "\n" + tables(tables)).toString();
  }

  private String rows(List<Bucket> rows) {
    boolean severalNodes = rows.stream().map(Bucket::getNodeId).distinct().count() > 1;
    Predicate<Predicate<Bucket>> any = what -> rows.stream().anyMatch(what);
    boolean runs = any.test(row -> row.getRun() != null);
    boolean measured = any.test(row -> row.getSeek() != null);
    boolean inMemory = any.test(row -> inMemory(row).getHigh() > 0);
    boolean toDelete = any.test(BucketRendering::isWaitingForDeletion);
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").left("TABLE")
        .right(runs ? "WORST RUN" : "").right("RATIO").right(measured ? "SEEK" : "").right("TOMBSTONES")
        .right(inMemory ? "IN MEMORY" : "").right("ENTRIES").right("SIZE").right(toDelete ? "TO DELETE" : "");
    for (Bucket row : rows) {
      Run run = row.getRun();
      table.row(SpanText.name(row), severalNodes ? row.getNodeId() : "", row.getTable(),
          runs ? run == null ? Units.NONE : Units.count(run.getTombstones()) : "",
          runs ? run == null ? Units.NONE : Units.ratio(run.getTombstoneRatio()) : Units.ratio(ratio(row)),
          measured ? Units.seek(row.getSeek()) : "",
          Units.count(tombstones(row)),
          inMemory ? Units.count(inMemory(row)) : "",
          Units.count(entries(row)),
          Units.bytes(row.getSizeBytes()),
          toDelete ? backlog(row.getDeletionBacklog()) : "");
      if (row.getWhy() != null) {
        table.sentence(row.getWhy(), Paint.Style.NORMAL);
      } else if (row.getKind() != null) {
        table.quiet();
      }
      if (row.getBucket() == null) {
        SpanText.noteKeys(table, row.getTable(), row.getBegin(), row.getEnd());
      }
    }
    return table.render(paint, layout);
  }

  private static CountInterval tombstones(Bucket row) {
    return plus(row.getTombstones(), inMemory(row));
  }

  private static CountInterval entries(Bucket row) {
    return plus(row.getEntries(), entriesInMemory(row));
  }

  private static RatioInterval ratio(Bucket row) {
    CountInterval tombstones = tombstones(row);
    CountInterval entries = entries(row);
    return inMemory(row).getHigh() == 0 ? row.getTombstoneRatio()
        : new RatioInterval().low((double) tombstones.getLow() / entries.getHigh())
        .high(Math.min(1, (double) tombstones.getHigh() / entries.getLow()));
  }

  private static CountInterval plus(CountInterval one, CountInterval other) {
    return new CountInterval().low(one.getLow() + other.getLow()).high(one.getHigh() + other.getHigh());
  }

  /** Tombstones in memory; 0 where an OM does not report them. */
  private static CountInterval inMemory(Bucket row) {
    return row.getMemtableTombstones() == null ? new CountInterval().low(0L).high(0L) : row.getMemtableTombstones();
  }

  /** Entries in memory, an estimate; at least as many as tombstones. */
  private static CountInterval entriesInMemory(Bucket row) {
    long entries = row.getMemtableEntries() == null ? 0 : row.getMemtableEntries();
    CountInterval tombstones = inMemory(row);
    return new CountInterval().low(Math.max(entries, tombstones.getLow()))
        .high(Math.max(entries, tombstones.getHigh()));
  }

  private static boolean isWaitingForDeletion(Bucket row) {
    return row.getDeletionBacklog() != null && row.getDeletionBacklog().getRows() > 0;
  }

  private static String backlog(DeletionBacklog backlog) {
    return backlog == null ? Units.NONE : (backlog.getBounded() ? ">" : "") + Units.count(backlog.getRows());
  }

  private String tables(List<TableSummary> summaries) {
    boolean severalNodes = summaries.stream().map(TableSummary::getNodeId).distinct().count() > 1;
    boolean inMemory = summaries.stream().anyMatch(summary -> summary.getMemtableTombstones() > 0);
    TextTable table = new TextTable().left("WHOLE TABLE").left(severalNodes ? "NODE" : "").right("TOMBSTONES")
        .right(inMemory ? "IN MEMORY" : "").right("ENTRIES").right("RATIO").right("FILES").right("SIZE");
    for (TableSummary summary : summaries) {
      long entries = summary.getEntries() + Math.max(summary.getMemtableEntries(), summary.getMemtableTombstones());
      table.row(summary.getTable(), severalNodes ? summary.getNodeId() : "", Units.count(tombstones(summary)),
          inMemory ? Units.count(summary.getMemtableTombstones()) : "", Units.count(entries),
          Units.ratio((double) tombstones(summary) / entries), String.valueOf(summary.getFiles()),
          Units.bytes(summary.getSizeBytes()));
    }
    return table.render(paint, layout);
  }

  private static long tombstones(TableSummary summary) {
    return summary.getTombstones() + summary.getMemtableTombstones();
  }
}
