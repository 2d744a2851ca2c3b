// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A range of a span, with the live files that overlap the range. */
final class SpanPiece {
  final KeyRange range;
  final List<SstFile> files;

  SpanPiece(KeyRange range, List<SstFile> files) {
    this.range = range;
    this.files = files;
  }

  List<SstFile> filesWithTombstones() {
    return files.stream().filter(file -> file.tombstones() > 0).collect(Collectors.toList());
  }

  boolean isOver(PlanLimits limits, FilesByKey table) {
    return OverlappingInputs.by(files, table).isOver(limits);
  }
}
