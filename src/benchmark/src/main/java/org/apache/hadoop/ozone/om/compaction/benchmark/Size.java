// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.benchmark.WriterBenchmark.Deletion;

/** How much of everything is measured. */
enum Size {
  /** To see that everything runs; its figures mean nothing. */
  TINY(List.of(new Step(20_000, 1, EnumSet.of(Case.MASS_DELETE, Case.SMALL_BUCKETS)),
      new Step(50_000, 1, EnumSet.of(Case.MASS_DELETE, Case.VERSIONS))), 20_000, 20_000,
      new WriterSize(100_000, EnumSet.of(Deletion.ALONE), 1, 1, 1), new WorkloadSize(8, 6, 5, 100_000)),
  /** Nine and a half minutes on two cores, once all is built. */
  SMALL(List.of(new Step(100_000, 2, EnumSet.allOf(Case.class)),
      new Step(1_000_000, 1, EnumSet.of(Case.MASS_DELETE))), 20_000, 40_000,
      new WriterSize(1_000_000, EnumSet.of(Deletion.ALONE), 1, 0, 2), new WorkloadSize(0, 0, 0, 0)),
  /** All cases, and at full size those that the claims of cost are about. */
  CLAIMS(List.of(new Step(1_000_000, 1, EnumSet.allOf(Case.class)),
      new Step(10_000_000, 1, EnumSet.of(Case.MASS_DELETE, Case.FIFO, Case.DENSE_RUN))),
      1_000_000, 200_000, new WriterSize(3_000_000, EnumSet.allOf(Deletion.class), 3, 3, 4),
      new WorkloadSize(300, 60, 300, 3_000_000)),
  /** Some hours. */
  FULL(List.of(new Step(100_000, 5, EnumSet.allOf(Case.class)), new Step(1_000_000, 5, EnumSet.allOf(Case.class)),
      new Step(10_000_000, 3, EnumSet.allOf(Case.class))), 3_000_000, 500_000,
      new WriterSize(3_000_000, EnumSet.allOf(Deletion.class), 5, 3, 4), new WorkloadSize(1_800, 300, 300, 3_000_000));

  private final List<Step> steps;
  private final int amplificationKeys;
  private final int guardRows;
  private final WriterSize writer;
  private final WorkloadSize workload;

  Size(List<Step> steps, int amplificationKeys, int guardRows, WriterSize writer, WorkloadSize workload) {
    this.steps = steps;
    this.amplificationKeys = amplificationKeys;
    this.guardRows = guardRows;
    this.writer = writer;
    this.workload = workload;
  }

  /** @param keys of each database, about */
  record Step(int keys, int rounds, Set<Case> cases) { }

  /**
   * @param keys          of the database beside which a writer writes
   * @param deletions     what was deleted, and where; in a small database RocksDB compacts all but one by itself
   *                      before anything is measured
   * @param poolRounds    with a BOTTOM pool
   * @param warmUpSeconds that it writes before anything is compacted
   */
  record WriterSize(int keys, Set<Deletion> deletions, int rounds, int poolRounds, int warmUpSeconds) { }

  /**
   * @param seconds       for which clients work on a ring, in each mode; 0: not at all, as a round or two take longer
   * @param hourSeconds   that stand for an hour of the services that work on it
   * @param warmUpSeconds for which they work in another bucket before
   * @param keysAtRest    in another bucket
   */
  record WorkloadSize(int seconds, int hourSeconds, int warmUpSeconds, int keysAtRest) { }

  List<Step> steps() {
    return steps;
  }

  /** At rest beside the queue of which write amplification is measured. */
  int amplificationKeys() {
    return amplificationKeys;
  }

  /** That are inserted, or written again, with the guard and without. */
  int guardRows() {
    return guardRows;
  }

  WriterSize writer() {
    return writer;
  }

  WorkloadSize workload() {
    return workload;
  }
}
