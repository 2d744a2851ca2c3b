// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service submits jobs of everything, called rounds.
 *
 * <p>Inputs are the plan of everything of the OM that leads ({@code ServicePlan}), the replicated records of rounds
 * ({@code PastRound}, {@code RoundMemory}), and reasons that block rounds ({@code BlockReasons}). {@code AutoService}
 * combines them every few minutes, and {@code RoundPolicy}, a pure function, decides whether a round is due and what it
 * may write. Outputs are a {@code RoundSpec} for the ring, the contract's model ({@code ServiceModel}), and metrics.
 */
package org.apache.hadoop.ozone.om.compaction.service;
