// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;

/** Renders SST files, each with its first and last key on the line below. */
final class SstFileRendering {
  private final Paint paint;
  private final TextTable.Layout layout;

  SstFileRendering(Paint paint, TextTable.Layout layout) {
    this.paint = paint;
    this.layout = layout;
  }

  String list(SstFileListJson list) {
    List<SstFileJson> files = list.getSstFiles();
    if (files.isEmpty()) {
      return "No SST file holds these keys.\n";
    }
    TextTable table = new TextTable().left("SST FILE").right("LEVEL").right("TOMBSTONES").right("RATIO")
        .right("ENTRIES").right("SIZE");
    for (SstFileJson file : files) {
      table.row(file.getName(), String.valueOf(file.getLevel()), Units.count(file.getTombstones()),
          file.getEntries() == 0 ? Units.NONE : Units.ratio((double) file.getTombstones() / file.getEntries()),
          Units.count(file.getEntries()), Units.bytes(file.getSizeBytes()));
      if (file.getBeingCompacted()) {
        table.sentence("being compacted now");
      }
      SpanText.noteKeys(table, list.getTable(), file.getBegin(), file.getEnd());
    }
    return table.render(paint, layout) + Lines.of(list.getNodeId() + ": " + (files.size() < list.getTotalCount()
        ? files.size() + " of " : "") + Units.exactCount(list.getTotalCount())
        + (list.getTotalCount() == 1 ? " SST file of " : " SST files of ") + list.getTable() + ", with "
        + Units.count(sum(files, SstFileJson::getTombstones)) + " tombstones among "
        + Units.count(sum(files, SstFileJson::getEntries)) + " entries in "
        + Units.bytes(sum(files, SstFileJson::getSizeBytes))) + '\n';
  }

  private static long sum(List<SstFileJson> files, ToLongFunction<SstFileJson> what) {
    return files.stream().mapToLong(what).sum();
  }
}
