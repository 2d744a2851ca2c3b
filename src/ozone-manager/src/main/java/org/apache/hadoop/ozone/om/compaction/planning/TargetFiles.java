// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;

/** Which files of a table are worth a scan for some targets. */
final class TargetFiles {
  private final PlanLimits limits;
  private final BiFunction<TableStatistics, PlanLimits, Collection<SharedFile>> ofTable;

  /** @param ofTable the files of a whole table that are worth it */
  TargetFiles(PlanLimits limits, BiFunction<TableStatistics, PlanLimits, Collection<SharedFile>> ofTable) {
    this.limits = limits;
    this.ofTable = ofTable;
  }

  /** The files among them that hold keys of the targets. */
  Collection<SharedFile> of(TableStatistics statistics, TargetSpans spans) {
    if (!spans.isEverything() && spans.named().isEmpty()) {
      return Collections.emptyList();
    }
    Collection<SharedFile> all = ofTable.apply(statistics, limits);
    if (spans.isEverything() || all.isEmpty()) {
      return all;
    }
    Set<String> names = new HashSet<>();
    spans.named().stream().filter(span -> spans.patternFor(span) == null)
        .forEach(span -> statistics.filesIn(span).forEach(file -> names.add(file.name())));
    Collection<SharedFile> files = new ArrayList<>(all);
    files.removeIf(file -> !names.contains(file.file().name()));
    return files;
  }
}
