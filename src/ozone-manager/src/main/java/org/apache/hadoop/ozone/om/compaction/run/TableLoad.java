// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Objects;

/** A gauge of the table that is nearest to the limit at which RocksDB slows writers down. */
public final class TableLoad {
  private final String table;
  private final long value;
  private final long limit;

  /**
   * @param table the table's name; empty if the database has none
   * @param value the gauge, in the unit of the limit
   * @param limit where RocksDB begins to delay writes; 0 or less for never
   */
  public TableLoad(String table, long value, long limit) {
    this.table = Objects.requireNonNull(table, "table");
    this.value = value;
    this.limit = limit;
  }

  public String getTable() {
    return table;
  }

  public long getValue() {
    return value;
  }

  public long getLimit() {
    return limit;
  }

  /** How much of the limit is used: 1 when writes begin to be delayed; 0 without a limit. */
  public double share() {
    return limit <= 0 ? 0 : (double) value / limit;
  }

  /** The one of the two that is nearer to its limit. */
  public TableLoad orFuller(TableLoad other) {
    return other.share() > share() ? other : this;
  }

  @Override
  public String toString() {
    return table + " " + value + "/" + limit;
  }
}
