// SPDX-License-Identifier: Apache-2.0
/**
 * What may be asked for. Pure: no clock, no configuration, no I/O, so that client and server come to the same, in
 * the same words.
 *
 * <pre>
 * JobSpecRules (TargetShape, Bound): a job in the log; frozen, all OMs of a ring have to agree
 * JobRequestRules: what only the request tells that a job is made of
 * TargetRules, ThresholdRules, WindowRules: what makes no sense; asked before the log, never when applied
 * QueryRules: the parameters of a read           Limits: how much at once
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.rule;
