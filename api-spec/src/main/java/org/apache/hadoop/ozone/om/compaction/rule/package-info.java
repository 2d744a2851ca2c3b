// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of jobs, reads and commands to the service, as the contract declares them; they are pure, so that client and
 * server come to the same result. Requests, replicated specifications and parameters of a query come in. What passes
 * is returned, and a refusal names the field that does not.
 *
 * <pre>
 * JobSpecRules (Bound, TargetRules.checkShape): a job in the log; frozen, all OMs of a ring have to agree
 * JobRequestRules: what only the request tells that a job is made of
 * TargetRules, WindowRules: what makes no sense; asked before the log, never when applied
 * QueryRules: the parameters of a read           Limits: how much at once
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.rule;
