// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.ozone.om.compaction.planner.HiddenPuts;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * What samples of a table's files told, remembered for as long as the table has the same files: two plans in a row
 * predict the same, and the second reads nothing. Thread-safe.
 */
final class SampleMemory {
  private OmDatabase database;
  private final Map<String, OfTable> tables = new HashMap<>();

  /** @return for these files alone: a caller that has read other files since has another one */
  synchronized Map<String, HiddenPuts> of(OmDatabase current, String table, Collection<SstFile> files) {
    if (!current.isSameAs(database)) {
      tables.clear();
      database = current;
    }
    Set<String> names = new HashSet<>(2 * files.size());
    files.forEach(file -> names.add(file.name()));
    OfTable known = tables.get(table);
    if (known == null || !known.names.equals(names)) {
      known = new OfTable(names);
      tables.put(table, known);
    }
    return known.answers;
  }

  private static final class OfTable {
    private final Set<String> names;
    private final Map<String, HiddenPuts> answers = new ConcurrentHashMap<>();

    OfTable(Set<String> names) {
      this.names = names;
    }
  }
}
