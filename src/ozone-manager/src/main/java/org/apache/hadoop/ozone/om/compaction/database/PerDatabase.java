// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.function.Supplier;

/**
 * Holds knowledge about the open database, for example a cache, and starts again with empty knowledge when the OM has
 * opened another database. Thread-safe.
 *
 * @param <T> type of the knowledge
 */
public final class PerDatabase<T> {
  private final Supplier<T> empty;
  private OmDatabase database;
  private T memory;

  /** @param empty makes the empty knowledge for a newly opened database */
  public PerDatabase(Supplier<T> empty) {
    this.empty = empty;
  }

  /**
   * Returns what is known about a database. If the last call was for another database, first drops the knowledge about
   * that; later changes to the dropped object are lost.
   */
  public synchronized T of(OmDatabase current) {
    if (!current.isSameAs(database)) {
      memory = empty.get();
      database = current;
    }
    return memory;
  }
}
