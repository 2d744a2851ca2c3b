// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.function.Supplier;

/**
 * Holds something that is known about the open database, and starts empty when the OM opens another one. Thread-safe.
 */
public final class PerDatabase<T> {
  private final Supplier<T> empty;
  private OmDatabase database;
  private T memory;

  /** @param empty makes the initial content for a newly opened database */
  public PerDatabase(Supplier<T> empty) {
    this.empty = empty;
  }

  /** The content kept for a database. Changes to the content of a replaced database are lost. */
  public synchronized T of(OmDatabase current) {
    if (!current.isSameAs(database)) {
      memory = empty.get();
      database = current;
    }
    return memory;
  }
}
