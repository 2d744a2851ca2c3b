// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of jobs, reads and commands to the automatic service. The rules are pure, so that client and server come to the
 * same result. Requests, replicated specifications and parameters of a query come in. Valid ones are returned; a
 * refusal names the wrong field.
 *
 * <pre>
 * JobSpecRules (Bound, TargetRules.checkShape): a job in the log; the rules must not change, as all OMs have to agree
 * JobRequestRules: errors of a request that its job no longer shows
 * TargetRules, WindowRules: refuse jobs that could have no effect; only before a job is logged, not when it is applied
 * QueryRules: the parameters of a read
 * Limits: how much a request can name or ask for at once
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.rule;
