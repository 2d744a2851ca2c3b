// SPDX-License-Identifier: Apache-2.0
/**
 * One turn on one OM, from its plan to its figures.
 *
 * <p>{@code NodeCompaction} runs a turn: its {@code TurnPlanner} waits for deletions and flushes, if the job asks for
 * it, and plans; then {@code RangeSteps} takes one range after the other. That brings level 0 down first where it has
 * to ({@code LevelZeroFirst}), merges the range down, and rewrites what still holds tombstones ({@code EdgeScan} looks
 * for them); each such step is one call of {@code RangeCompactor}. {@code TurnTombstones} and {@code SlowestSeek}
 * measure before and after, {@code Remarks} says at the end what the figures do not tell.
 *
 * <p>All of them share an {@code Attempt}: it has the turn's figures ({@code TurnTally}, over all attempts) and the
 * gate, which everything that a turn waits for passes through, so that a cancel is seen in each wait. The gate holds a
 * turn in its window and its write rate, and lets it through only while {@code PressureRules} finds nothing in the
 * {@code PressureGauges} to wait for. To the ring around it the turn speaks through {@code TurnContext}.
 */
package org.apache.hadoop.ozone.om.compaction.run;
