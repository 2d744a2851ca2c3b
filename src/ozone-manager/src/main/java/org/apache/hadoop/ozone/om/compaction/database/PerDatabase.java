// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.function.Supplier;

/**
 * Holds an object, such as a cache, for the open database. Begins with an empty object for each database that OM opens.
 * Thread-safe.
 */
public final class PerDatabase<T> {
  private final Supplier<T> empty;
  private OmDatabase database;
  private T memory;

  /** @param empty makes the empty object for a newly opened database */
  public PerDatabase(Supplier<T> empty) {
    this.empty = empty;
  }

  /**
   * Returns the object of a database. If the last call was for another database, makes a new object; later changes to
   * the old object are lost.
   */
  public synchronized T of(OmDatabase current) {
    if (!current.isSameAs(database)) {
      memory = empty.get();
      database = current;
    }
    return memory;
  }
}
