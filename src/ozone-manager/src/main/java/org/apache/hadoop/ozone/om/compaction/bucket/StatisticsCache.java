// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;

/**
 * Remembers the statistics of each whole table. Takes them anew if files, buckets, results of scans or the database
 * have changed. Thread-safe.
 */
public final class StatisticsCache {
  private final Map<String, Known> byTable = new HashMap<>();

  /** Remembered statistics, with what they were computed from. */
  private static final class Known {
    private final OmDatabase database;
    private final SpanSlots spans;
    private final FileProfiles profiles;
    private final TableStatistics statistics;

    Known(OmDatabase database, SpanSlots spans, FileProfiles profiles, TableStatistics statistics) {
      this.database = database;
      this.spans = spans;
      this.profiles = profiles;
      this.statistics = statistics;
    }

    boolean isOf(OmDatabase otherDatabase, LsmTable table, SpanSlots otherSpans, FileProfiles otherProfiles) {
      return otherDatabase.isSameAs(database) && spans.areSameAs(otherSpans) && profiles == otherProfiles
          && statistics.table().isSameAs(table);
    }
  }

  /** The remembered statistics if nothing has changed, else new ones. */
  TableStatistics of(OmDatabase database, LsmTable table, SpanSlots spans, FileProfiles profiles) {
    Known known = known(table.name());
    if (known == null || !known.isOf(database, table, spans, profiles)) {
      known = new Known(database, spans, profiles, TableStatistics.take(table, spans, profiles));
      remember(table.name(), known);
    }
    return known.statistics;
  }

  private synchronized Known known(String table) {
    return byTable.get(table);
  }

  private synchronized void remember(String table, Known known) {
    byTable.put(table, known);
  }
}
