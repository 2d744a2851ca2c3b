// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.Comparator;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** Keys of a table between two live keys, with more than a few tombstones or hidden entries among them. Immutable. */
public final class Place {
  /** The order of {@link Wait#SLOWEST_LAST}. */
  public static final Comparator<Place> SLOWEST_LAST = Comparator.comparing(Place::waits, Wait.SLOWEST_LAST);

  private final String table;
  private final byte[] end;
  private final Wait wait;

  /**
   * @param end  the first live key after these keys; if unknown, a key behind the known dead entries
   * @param wait the delay of a listing that skips all these keys
   */
  Place(String table, byte[] end, Wait wait) {
    this.table = table;
    this.end = end;
    this.wait = wait;
  }

  public String table() {
    return table;
  }

  /** True if no live key of the table lies before these keys, so that every listing of the table skips them. */
  public boolean isHead() {
    return wait.from().length == 0;
  }

  /** The time of a listing from the last live key before these keys, or the table's begin, to the next live key. */
  public Wait waits() {
    return wait;
  }

  /** The keys from directly after one live key up to the next live key, exclusive. */
  public BucketSpan keys() {
    return BucketSpan.unattributed(table, wait.from(), Keys.max(end, Keys.after(wait.from())));
  }
}
