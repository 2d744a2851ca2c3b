// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * Measures all tables, from metadata and earlier scans. Reads the database only to look for slow places, for about a
 * second, and to count rows that OM has yet to delete.
 */
public final class GaugesReader {
  /** After this time, no look and no count of rows begins. */
  private static final Duration READ_TIME = Duration.ofSeconds(5);

  private final NodePlanner planner;
  private final Duration readTime;

  public GaugesReader(NodePlanner planner) {
    this(planner, READ_TIME);
  }

  GaugesReader(NodePlanner planner, Duration readTime) {
    this.planner = planner;
    this.readTime = readTime;
  }

  /** The figures of all tables at one moment. Immutable. */
  static final class Gauges {
    private final OmDatabase database;
    private final Map<String, TableFigures> tables;

    private Gauges(OmDatabase database, Map<String, TableFigures> tables) {
      this.database = database;
      this.tables = tables;
    }

    Map<String, TableFigures> tables() {
      return tables;
    }
  }

  /** Leaves out a look or count that would begin after {@link #READ_TIME}. */
  Gauges take() throws DatabaseUnavailableException {
    NodeStatistics statistics = planner.statistics(Targets.getDefaultInstance(), Precision.METADATA);
    LsmSnapshot snapshot = statistics.snapshot();
    long began = System.nanoTime();
    TargetPlaces places = isTimeLeft(began) ? planner.look(statistics) : null;
    Map<String, TableFigures> tables = new LinkedHashMap<>();
    for (String table : statistics.tables()) {
      TableFigures figures = new TableFigures(statistics.table(table), planner.limits());
      figures.inMemory(snapshot.memtables(table).tombstones());
      if (places != null) {
        figures.places(places.byTable().get(table));
      }
      if (isOfRowsToDelete(table) && isTimeLeft(began)) {
        figures.rowsToDelete(new DeletionRows().ofTable(snapshot.database(), table));
      }
      tables.put(table, figures);
    }
    return new Gauges(snapshot.database(), tables);
  }

  private boolean isTimeLeft(long began) {
    return System.nanoTime() - began < readTime.toNanos() && !Thread.currentThread().isInterrupted();
  }

  private static boolean isOfRowsToDelete(String table) {
    return table.equals(OMDBDefinition.DELETED_TABLE) || table.equals(OMDBDefinition.DELETED_DIR_TABLE);
  }

  /** True if a reading is of the database that is open now. */
  boolean isOfOpenDatabase(Gauges gauges) {
    try {
      return planner.reader().database().isSameAs(gauges.database);
    } catch (DatabaseUnavailableException e) {
      return false;
    }
  }
}
