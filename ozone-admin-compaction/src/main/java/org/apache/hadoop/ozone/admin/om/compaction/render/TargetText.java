// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;

/** Describes the targets of a job or of a request in words. */
final class TargetText {
  private static final Pattern IDS = Pattern.compile("/-?[0-9]+/-?[0-9]+/.*", Pattern.DOTALL);
  /** Maximum number of key ranges in the text. If there are more, the text tells how many. */
  private static final int MOST_RANGES = 10;

  private TargetText() {
  }

  static String of(Targets targets) {
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
  private static void addKeyRanges(List<String> parts, List<KeyRange> ranges) {
    Map<String, List<KeyRange>> byKeys = new LinkedHashMap<>();
    ranges.stream().sorted(Comparator.comparing(range -> IDS.matcher(range.getBegin().getText()).matches()))
        .forEach(range -> byKeys.computeIfAbsent(SpanText.keys(range.getBegin(), range.getEnd()),
            keys -> new ArrayList<>()).add(range));
    byKeys.entrySet().stream().limit(MOST_RANGES).forEach(same -> parts.add("keys " + same.getKey() + " of "
        + same.getValue().stream().map(KeyRange::getTable).distinct().collect(Collectors.joining(", "))));
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
