// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;

/** Describes the targets of a job or of a request in words. */
final class TargetText {
  private static final Pattern IDS = Pattern.compile("/-?[0-9]+/-?[0-9]+/.*", Pattern.DOTALL);
  /** Maximum number of key ranges in the text. If there are more, the text tells how many. */
  private static final int MOST_RANGES = 10;

  /** Maximum width of the text for a column, so that a row of a job fits a line. */
  private static final int COLUMN = 26;

  private TargetText() {
  }

  /** The targets of a job in a list, which can leave out some of many. */
  static String whole(JobJson job) {
    int leftOut = leftOut(job);
    return of(job.getTargets()) + (leftOut == 0 ? "" : "; and " + Units.exactCount(leftOut) + " more");
  }

  /** The targets in the width of a column: the first of them, and how many more there are. */
  static String brief(JobJson job) {
    TargetsJson targets = job.getTargets();
    List<String> named = new ArrayList<>(targets.getBuckets());
    targets.getKeyRanges().forEach(range -> named.add(SpanText.range(range.getBegin(), range.getEnd())));
    int more = named.size() + leftOut(job) - 1;
    String rest = more > 0 ? " +" + Units.exactCount(more) : targets.getExclude().isEmpty() ? "" : " without some";
    String first = !named.isEmpty() ? named.get(0) : targets.getVolume() != null ? "volume " + targets.getVolume()
        : targets.getTables().isEmpty() ? "everything" : String.join(", ", targets.getTables());
    String slow = isSlow(targets) ? "slow: " : "";
    return slow + SpanText.shortened(first, COLUMN - slow.length() - rest.length()) + rest;
  }

  private static int leftOut(JobJson job) {
    return job.getTargetsLeftOut() == null ? 0 : job.getTargetsLeftOut();
  }

  private static boolean isSlow(TargetsJson targets) {
    return Boolean.TRUE.equals(targets.getSlow());
  }

  static String of(TargetsJson targets) {
    return (isSlow(targets) ? "slow places of " : "") + keys(targets);
  }

  private static String keys(TargetsJson targets) {
    List<String> parts = new ArrayList<>();
    add(parts, "volume ", targets.getVolume());
    addList(parts, "bucket ", targets.getBuckets());
    add(parts, "keys that begin with ", targets.getPrefix());
    add(parts, "path ", targets.getPath());
    addList(parts, "table ", targets.getTables());
    addKeyRanges(parts, targets.getKeyRanges());
    if (parts.isEmpty()) {
      parts.add("everything");
    }
    addList(parts, "without ", targets.getExclude());
    return String.join("; ", parts);
  }

  /**
   * Adds one item for each group of key ranges that differ only in the table. Keys with names come before keys with
   * ids.
   */
  private static void addKeyRanges(List<String> parts, List<KeyRangeJson> ranges) {
    Map<String, List<KeyRangeJson>> byKeys = new LinkedHashMap<>();
    ranges.stream().sorted(Comparator.comparing(range -> IDS.matcher(range.getBegin().getText()).matches()))
        .forEach(range -> byKeys.computeIfAbsent(SpanText.keys(range.getBegin(), range.getEnd()),
            keys -> new ArrayList<>()).add(range));
    byKeys.entrySet().stream().limit(MOST_RANGES).forEach(same -> parts.add("keys " + same.getKey() + " of "
        + same.getValue().stream().map(KeyRangeJson::getTable).distinct().collect(Collectors.joining(", "))));
    int more = byKeys.size() - MOST_RANGES;
    if (more > 0) {
      parts.add("and " + Units.exactCount(more) + " more key ranges (--json shows all)");
    }
  }

  private static void add(List<String> parts, String name, String value) {
    if (value != null) {
      parts.add(name + value);
    }
  }

  private static void addList(List<String> parts, String name, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(name + String.join(", ", values));
    }
  }
}
