// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.Comparator;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** A place in a table where more than a few tombstones or hidden entries lie between two live keys. Immutable. */
public final class Place {
  /** The order of {@link Wait#SLOWEST_LAST}. */
  public static final Comparator<Place> SLOWEST_LAST = Comparator.comparing(Place::waits, Wait.SLOWEST_LAST);

  private final String table;
  private final byte[] end;
  private final Wait wait;

  /**
   * @param end  the first live key after the place, or if unknown a key behind the known dead entries
   * @param wait measured for a list that passes the whole place
   */
  Place(String table, byte[] end, Wait wait) {
    this.table = table;
    this.end = end;
    this.wait = wait;
  }

  public String table() {
    return table;
  }

  /** True if no live key of the table lies before the place, so that every list of the table passes it. */
  public boolean isHead() {
    return wait.from().length == 0;
  }

  /** How long a list takes from the last live key before the place, or the table's first key, to the next live key. */
  public Wait waits() {
    return wait;
  }

  /** The keys of the place: from directly after one live key up to the next live key, exclusive. */
  public BucketSpan keys() {
    return BucketSpan.unattributed(table, wait.from(), Keys.max(end, Keys.after(wait.from())));
  }
}
