// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** From where to where a number of a job may go. */
final class Bound {
  private final String field;
  private final long least;
  private final long most;

  /**
   * @param field by its name in the contract
   * @param least inclusive
   * @param most inclusive; {@link Long#MAX_VALUE} for no limit
   */
  Bound(String field, long least, long most) {
    this.field = field;
    this.least = least;
    this.most = most;
  }

  void check(long value) throws RefusedException {
    if (value < least) {
      throw RefusedException.ofParameter(field, value + " is too small; the least is " + least + ".");
    }
    if (value > most) {
      throw RefusedException.ofParameter(field, value + " is too large; the most is " + most + ".");
    }
  }

  /** A bound of a replicated job, where 0 stands for a field that is left open. */
  void checkUnlessOpen(long value) throws RefusedException {
    if (value != 0) {
      check(value);
    }
  }

  /** A bound of a request, where null stands for a field that is left open. */
  void checkIfGiven(Number value) throws RefusedException {
    if (value != null) {
      check(value.longValue());
    }
  }
}
