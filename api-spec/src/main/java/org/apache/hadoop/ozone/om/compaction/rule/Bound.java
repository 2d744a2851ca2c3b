// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** The minimum and the maximum of a number in a job. */
final class Bound {
  private final String field;
  private final long least;
  private final long most;

  /** Both bounds are inclusive; {@link Long#MAX_VALUE} for no limit. {@code field} is named as in openapi.yaml. */
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

  /** Checks a number of a replicated job. The number 0 means that the field was left open, and is accepted. */
  void checkUnlessOpen(long value) throws RefusedException {
    if (value != 0) {
      check(value);
    }
  }

  /** Checks a number of a request. Null means that the field is not given, and is accepted. */
  void checkIfGiven(Number value) throws RefusedException {
    if (value != null) {
      check(value.longValue());
    }
  }
}
