// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service, which submits jobs for all keys, called rounds.
 *
 * <p>Inputs are the leading OM's plan of all tables ({@code ServicePlan}), the replicated records of rounds ({@code
 * PastRound}, {@code RoundMemory}), and reasons that block rounds ({@code BlockReasons}). {@code AutoService} combines
 * them every few minutes, and {@code RoundPolicy}, a pure function, decides whether a round is due and what it may
 * write. Outputs are a {@code RoundSpec} for the ring, objects of the REST model ({@code ServiceModel}), and metrics.
 */
package org.apache.hadoop.ozone.om.compaction.service;
