// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.RunHistory;

/** What became of the worst runs of buckets and heads of tables, and where they are going. */
final class HistoryRendering {
  /** An OM remembers as many intervals. */
  private static final int INTERVALS = 168;
  /** Six hours each where an interval is one. */
  private static final int DIGITS = 28;
  private static final char UNKNOWN = '.';

  private final Paint paint;
  private final TextTable.Layout layout;
  private final ZoneId zone;

  HistoryRendering(Paint paint, TextTable.Layout layout, ZoneId zone) {
    this.paint = paint;
    this.layout = layout;
    this.zone = zone;
  }

  String list(BucketList list) {
    if (list.getBuckets().isEmpty()) {
      return "No bucket matches.\n";
    }
    RunHistory any = list.getBuckets().stream().map(Bucket::getHistory).filter(Objects::nonNull).findFirst()
        .orElse(null);
    if (any == null) {
      return "Nothing is remembered of these yet: an OM begins anew when it is restarted, and remembers what has had"
          + " tombstones in a row since then.\n";
    }
    Duration back = Duration.ofSeconds(any.getIntervalSeconds() * INTERVALS);
    return "HISTORY is the tombstones of the worst run in the last " + Units.duration(back) + ", until "
        + Units.minute(any.getUntil(), zone) + ":\n9 is MOST, 0 is none, " + UNKNOWN
        + " is not known. At SLOW AT a list will take 5 ms if it goes on like that.\n\n" + rows(list.getBuckets());
  }

  private String rows(List<Bucket> rows) {
    boolean severalNodes = rows.stream().map(Bucket::getNodeId).distinct().count() > 1;
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").left("TABLE").left("HISTORY")
        .right("MOST").right("NOW").right("PER DAY").right("SEEK").right("SLOW AT");
    for (Bucket row : rows) {
      RunHistory history = row.getHistory();
      boolean known = history != null && history.getTombstones().stream().anyMatch(Objects::nonNull);
      table.row(SpanText.name(row), severalNodes ? row.getNodeId() : "", row.getTable(),
          known ? line(history.getTombstones()) : Units.NONE,
          known ? Units.count(most(history.getTombstones())) : Units.NONE,
          known ? now(history.getTombstones()) : Units.NONE,
          known ? perDay(history.getPerDay()) : Units.NONE,
          Units.seek(row.getSeek()),
          row.getWhy() != null ? "now" : known ? Units.minute(history.getSlowAt(), zone) : Units.NONE);
      if (row.getBucket() == null) {
        SpanText.noteKeys(table, row.getTable(), row.getBegin(), row.getEnd());
      }
    }
    return table.render(paint, layout);
  }

  private static long most(List<Long> tombstones) {
    return tombstones.stream().filter(Objects::nonNull).mapToLong(Long::longValue).max().orElse(0);
  }

  private static String now(List<Long> tombstones) {
    Long last = tombstones.get(tombstones.size() - 1);
    return last == null ? Units.NONE : Units.count(last);
  }

  private static String perDay(Long perDay) {
    return perDay == null ? Units.NONE : (perDay > 0 ? "+" : "") + Units.count(perDay);
  }

  /** The worst of each few intervals, as a digit. */
  private static String line(List<Long> tombstones) {
    long most = most(tombstones);
    int each = INTERVALS / DIGITS;
    StringBuilder line = new StringBuilder();
    for (int to = tombstones.size(); to > 0 && line.length() < DIGITS; to -= each) {
      List<Long> part = tombstones.subList(Math.max(0, to - each), to);
      boolean known = part.stream().anyMatch(Objects::nonNull);
      line.append(known ? digit(most(part), most) : UNKNOWN);
    }
    while (line.length() < DIGITS) {
      line.append(UNKNOWN);
    }
    return line.reverse().toString();
  }

  /** What is not none is at least 1. */
  private static char digit(long count, long most) {
    return (char) ('0' + (count == 0 ? 0 : Math.max(1, Math.round(9.0 * count / most))));
  }
}
