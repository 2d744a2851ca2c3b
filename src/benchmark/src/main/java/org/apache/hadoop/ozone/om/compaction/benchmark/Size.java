// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How much data each benchmark uses; 0 where it does not run at this size.
 *
 * @param steps        databases of the cases
 * @param guardRows    rows that are inserted or rewritten with and without the guard
 * @param writerKeys   approximate number of keys of the database beside which a writer writes
 * @param writerRounds how often each way with a claim about a writer is measured
 * @param ring         ring with clients; null for none, as it takes longer than all the rest
 */
record Size(List<Step> steps, int guardRows, int writerKeys, int writerRounds, Ring ring) {
  /** @param keys approximate number of keys of each database */
  record Step(int keys, Set<Case> cases, Set<Way> ways) {
    /** A record and its key, compressed, in the database and in the copy that a way rewrites. */
    private static final long BYTES_OF_KEY = 300;

    Step(int keys, Set<Case> cases) {
      this(keys, cases, Way.OF_CASES);
    }

    /** Bytes of disk that a case needs at most. */
    long diskBytes() {
      return keys * BYTES_OF_KEY;
    }
  }

  /**
   * @param seconds       how long the clients work in each mode and place
   * @param warmUpSeconds how long the clients work in another bucket before that
   * @param keysAtRest    in another bucket
   */
  record Ring(int seconds, int warmUpSeconds, int keysAtRest) { }

  static Size of(String name) {
    return switch (name) {
      // Only to test that everything runs; the results mean nothing.
      case "TINY" -> new Size(List.of(new Step(20_000, EnumSet.allOf(Case.class)),
          new Step(50_000, EnumSet.of(Case.MASS_DELETE))), 20_000, 100_000, 1, new Ring(8, 5, 100_000));
      // Takes less than ten minutes on two cores, after the build.
      case "SMALL" -> new Size(List.of(new Step(100_000, EnumSet.allOf(Case.class)),
          new Step(1_000_000, EnumSet.of(Case.MASS_DELETE))), 40_000, 1_000_000, 1, null);
      // All cases; at full size only those with claims about costs.
      case "CLAIMS" -> new Size(List.of(new Step(1_000_000, EnumSet.allOf(Case.class)),
          new Step(10_000_000, EnumSet.of(Case.MASS_DELETE, Case.FIFO, Case.DENSE_RUN, Case.DEEP))), 200_000, 3_000_000,
          5, new Ring(180, 240, 3_000_000));
      // One case, by the ways that it is about.
      case "HUNDRED_MILLION" -> new Size(List.of(new Step(100_000_000, EnumSet.of(Case.MASS_DELETE),
          EnumSet.of(Way.NOTHING, Way.WHOLE_TABLE, Way.MASTER, Way.ONE_CALL, Way.RANGES, Way.RANGES_BESIDE_WRITES,
              Way.ROUND))), 0, 0, 0, null);
      default -> throw new IllegalArgumentException("TINY, SMALL, CLAIMS or HUNDRED_MILLION, not " + name);
    };
  }
}
