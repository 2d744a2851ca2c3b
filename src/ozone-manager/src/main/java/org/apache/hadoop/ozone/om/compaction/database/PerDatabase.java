// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.function.Supplier;

/** A memory of one database, which begins anew when the OM has another one open. Thread-safe. */
public final class PerDatabase<T> {
  private final Supplier<T> empty;
  private OmDatabase database;
  private T memory;

  /** @param empty makes the memory of a database of which nothing is known yet */
  public PerDatabase(Supplier<T> empty) {
    this.empty = empty;
  }

  /** The memory of a database. What is still added to that of a replaced one is lost. */
  public synchronized T of(OmDatabase current) {
    if (!current.isSameAs(database)) {
      memory = empty.get();
      database = current;
    }
    return memory;
  }
}
