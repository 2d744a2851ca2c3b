// SPDX-License-Identifier: Apache-2.0
/**
 * The replicated state of jobs and turns.
 *
 * <pre>
 * JobImage: all records at one log index --Command--> JobDelta      pure; the same on every OM
 *   PersonCommands: what people ask for; JobSpecRules, JobRecordRules, Transitions, JobConflicts: what is allowed;
 *   JobEdits and TurnEdits: changes of a job and of a turn
 * JobRegistry: this OM's image, reloaded when its database is swapped
 * CompactionLoop, twice: Agreement and LeaderTurns (TurnSchedule decides)  |  NodeTurns (LiveTurn reports)
 * </pre>
 *
 * Jobs change only by commands that {@code JobRegistry} applies; all other classes send commands.
 */
package org.apache.hadoop.ozone.om.compaction.job;
