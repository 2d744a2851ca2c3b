// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.gauges;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/** The figures of all tables at one moment. Immutable. */
public final class Gauges {
  private final OmDatabase database;
  private final Map<String, TableFigures> tables;

  /**
   * @param database that was read; only compared, never read again
   * @param tables   figures by the table's name; must not change any more
   */
  Gauges(OmDatabase database, Map<String, TableFigures> tables) {
    this.database = database;
    this.tables = Collections.unmodifiableMap(tables);
  }

  boolean isOf(OmDatabase other) {
    return other.isSameAs(database);
  }

  Map<String, TableFigures> tables() {
    return tables;
  }
}
