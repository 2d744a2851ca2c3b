// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of jobs, reads and commands to the automatic service. The rules are pure, so that client and server come to the
 * same result. Requests, replicated specifications and parameters of a query come in. Valid ones are returned; a
 * refusal names the wrong field.
 *
 * <pre>
 * JobSpecRules (Bound, TargetRules.checkShape): a job in the log; must not change, as all OMs of a ring have to agree
 * JobRequestRules: what only a request shows, and no longer the job that is made of it
 * TargetRules, WindowRules: refuse jobs without effect before the log, never when a job is applied
 * QueryRules: the parameters of a read
 * Limits: how much a request can name or ask for at once
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.rule;
