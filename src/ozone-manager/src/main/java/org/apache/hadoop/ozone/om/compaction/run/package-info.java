// SPDX-License-Identifier: Apache-2.0
/**
 * One turn on one OM: a job comes in, its outcome and figures go out.
 *
 * <p>{@code NodeCompaction} runs a turn: its {@code TurnPlanner} waits for deletions and flushes, if the job asks for
 * it, and plans; then {@code RangeSteps} takes one range after the other, file by file. For each step it looks at the
 * tree, {@code NarrowRangeSearch} finds the keys that name the file, the step's files are read through, and
 * {@code RangeCompactor} calls compactRange once; {@code CompactedStep} counts what that did. {@code SlowestSeek}
 * measures before and after, {@code Remarks} says at the end what the figures do not tell.
 *
 * <p>All of them share an {@code Attempt}: it has the turn's figures ({@code TurnTally}, over all attempts) and the
 * gate, which everything that a turn waits for passes through, so that a cancel is seen in each wait. The gate holds a
 * turn in its window and its write rate, and lets it through only while {@code PressureRules} finds nothing in the
 * {@code PressureGauges} to wait for. To the ring around it the turn speaks through {@code TurnContext}.
 */
package org.apache.hadoop.ozone.om.compaction.run;
