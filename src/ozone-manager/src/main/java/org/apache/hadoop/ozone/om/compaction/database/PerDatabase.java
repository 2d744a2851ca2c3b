// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.function.Supplier;

/** An object, such as a cache, for the open database; a new one for each database that OM opens. Thread-safe. */
public final class PerDatabase<T> {
  private final Supplier<T> empty;
  private OmDatabase database;
  private T memory;

  public PerDatabase(Supplier<T> empty) {
    this.empty = empty;
  }

  /** If the last call was for another database, makes a new object; later changes to the old one are lost. */
  public synchronized T of(OmDatabase current) {
    if (!current.isSameAs(database)) {
      memory = empty.get();
      database = current;
    }
    return memory;
  }
}
