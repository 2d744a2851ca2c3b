// SPDX-License-Identifier: Apache-2.0
/**
 * One turn on one OM, from its plan to its figures.
 *
 * <pre>
 * NodeCompaction -> TurnRun: TurnPlanner: waits for deletions, flushes, plans
 *                      for each range: RangeSteps
 *                         LevelZeroFirst, RangeCompactor, until RemainingSteps finds nothing
 *                   Attempt: what all of them share, and the gate (cancel, window, rate, pressure)
 *                   TurnTally: the figures of all attempts
 * </pre>
 *
 * Everything that a turn waits for passes through the gate, so that a cancel is seen in each wait.
 */
package org.apache.hadoop.ozone.om.compaction.run;
