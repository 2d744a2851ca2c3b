// SPDX-License-Identifier: Apache-2.0
/**
 * The replicated state of jobs and turns.
 * <ul>
 * <li>{@code JobImage} holds all records at one log index, and {@code JobDelta} the changes of one command.
 * <li>{@code JobRegistry} keeps this OM's image and applies all commands.
 * <li>{@code CommandCheck} checks a command on the leader, before the log.
 * <li>{@code Agreement} compares this OM's open jobs with the leader's before either acts on them.
 * <li>{@code LeaderTurns} and {@code NodeTurns} send commands, on one thread each.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.job;
