// SPDX-License-Identifier: Apache-2.0
/**
 * Executes one turn on one OM: from a job to its outcome and figures.
 * <ul>
 * <li>{@code NodeCompaction} runs a turn, and begins again when the database was replaced.
 * <li>{@code TurnWork} plans, and compacts the ranges of the plans, over one database.
 * <li>{@code RangeSteps} compacts a range file by file.
 * <li>{@code TurnAttempt} holds the figures, and makes the turn wait before each change of the database.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.turn;
