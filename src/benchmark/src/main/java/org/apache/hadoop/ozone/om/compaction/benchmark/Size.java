// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** How much of everything is measured. */
enum Size {
  /** Some minutes on two cores. */
  SMALL(List.of(new Step(100_000, 3, EnumSet.allOf(Case.class)),
      new Step(1_000_000, 1, EnumSet.allOf(Case.class))), 1_000_000, 1, 45, 200_000),
  /** Those cases at full size that the claims of cost are about. */
  CLAIMS(List.of(new Step(10_000_000, 1, EnumSet.of(Case.MASS_DELETE, Case.FIFO, Case.DENSE_RUN))),
      3_000_000, 3, 120, 2_000_000),
  /** Some hours. */
  FULL(List.of(new Step(100_000, 5, EnumSet.allOf(Case.class)), new Step(1_000_000, 5, EnumSet.allOf(Case.class)),
      new Step(10_000_000, 3, EnumSet.allOf(Case.class))), 3_000_000, 5, 900, 4_000_000);

  private final List<Step> steps;
  private final int writerKeys;
  private final int writerRounds;
  private final int workloadSeconds;
  private final int guardRows;

  Size(List<Step> steps, int writerKeys, int writerRounds, int workloadSeconds, int guardRows) {
    this.steps = steps;
    this.writerKeys = writerKeys;
    this.writerRounds = writerRounds;
    this.workloadSeconds = workloadSeconds;
    this.guardRows = guardRows;
  }

  /** @param keys of each database, about */
  record Step(int keys, int rounds, Set<Case> cases) { }

  List<Step> steps() {
    return steps;
  }

  /** Of the database beside which a writer writes. */
  int writerKeys() {
    return writerKeys;
  }

  int writerRounds() {
    return writerRounds;
  }

  /** For which clients work on a ring, in each mode. */
  int workloadSeconds() {
    return workloadSeconds;
  }

  /** That are inserted, or rewritten, with and without the compaction guard. */
  int guardRows() {
    return guardRows;
  }
}
