// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs and turns as the ring agrees on them.
 *
 * <pre>
 * JobImage: all records at one log index --Command--> JobDelta      pure; the same on every OM
 *   JobSpecRules, JobRecordRules, Transitions, JobConflicts: what it allows; TurnEdits: what becomes of a turn
 * JobRegistry: the image of this OM, read anew when its database is swapped
 * CompactionLoop, twice: Agreement and LeaderTurns (TurnSchedule decides)  |  NodeTurns (LiveTurn reports)
 * </pre>
 *
 * Only {@code JobImage} decides what becomes of a job; all else sends commands.
 */
package org.apache.hadoop.ozone.om.compaction.job;
