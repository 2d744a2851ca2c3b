// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service: jobs of everything that nobody has to trigger, called rounds.
 *
 * <p>What comes in: the plan of everything of the OM that leads ({@code ServicePlan}), the replicated records of rounds
 * ({@code PastRound}, {@code RoundMemory}), and what blocks rounds ({@code BlockReasons}). {@code AutoService} puts
 * them together every few minutes, and {@code RoundPolicy}, a pure function, says whether a round is due and what it
 * may write. What goes out: a {@code RoundSpec} to the ring, the contract's model ({@code ServiceModel}), and metrics.
 */
package org.apache.hadoop.ozone.om.compaction.service;
