// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.gauges;

import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.lib.Interns;

/** The figures of a table; on {@code /prom}, {@code range_compaction_table_*}. */
enum TableFigure {
  FILES("Files", "SST files"),
  BYTES("Bytes", "Bytes of the SST files"),
  ENTRIES("Entries", "Entries in SST files, tombstones among them"),
  TOMBSTONES("Tombstones", "Tombstones in SST files"),
  MEMTABLE_TOMBSTONES("MemtableTombstones", "Tombstones in memory, in no SST file yet"),
  LONGEST_RUN("LongestRun", "Tombstones of the longest run, as expected: thresholds judge that"),
  LONGEST_RUN_LOW("LongestRunLow", "Tombstones of that run at least"),
  LONGEST_RUN_HIGH("LongestRunHigh", "Tombstones of that run at most"),
  WORST_RATIO_LOW("WorstRatioLow", "Tombstones by entries of the worst bucket with min.tombstones, at least"),
  WORST_RATIO_HIGH("WorstRatioHigh", "Tombstones by entries of the worst bucket with min.tombstones, at most"),
  HEAD_SEEK_MICROS("HeadSeekMicros", "Time to find the table's first live key, in microseconds"),
  HEAD_SEEK_GAVE_UP("HeadSeekGaveUp", "1 where it takes longer, as measuring was given up; else 0"),
  ROWS_TO_DELETE("RowsToDelete", "Rows that wait for deletion; 10000 stands for that or more");

  private final MetricsInfo info;

  TableFigure(String metric, String description) {
    this.info = Interns.info("Table" + metric, description);
  }

  MetricsInfo info() {
    return info;
  }
}
