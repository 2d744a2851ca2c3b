// SPDX-License-Identifier: Apache-2.0
/**
 * Executes one turn on one OM: from a job to its outcome and figures.
 *
 * <p>{@code NodeCompaction} runs a turn to its outcome, and starts again when the database was replaced. {@code
 * TurnExecution} does the work over one database: its {@code TurnPlanner} waits for deletions and flushes, if the job
 * asks for that, and plans; {@code RangeQueue} takes the ranges of a plan, and {@code RangeSteps} compacts each file by
 * file. For each step it reads the tree, {@code NarrowRangeSearch} finds keys that make RocksDB take the file, the
 * step's files are verified, and {@code RangeCompactor} calls compactRange once; {@code CompactedStep} computes the
 * result. {@code SlowestWait} measures before and after, and {@code OutcomeMessage} says what the figures do not show.
 *
 * <p>All of them share a {@code TurnAttempt}: it has the turn's figures ({@code TurnTally}, over all attempts) and the
 * gate. Every wait of the turn happens at the gate, so that each wait notices a cancel. The gate keeps to the window
 * and the write rate, and waits while {@code PressureGauges} give a reason. {@code TurnContext} connects the turn to
 * the ring.
 */
package org.apache.hadoop.ozone.om.compaction.run;
