// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service. {@code RangeLook} turns this OM's plan into candidates, {@code AutoPolicy} judges each,
 * {@code RoundPolicy} says whether a round is due, by what {@code PastRound} draws from the records; these are pure.
 * {@code AutoService} does so every few minutes while its OM leads, unless {@code Holds} has a reason against it, and
 * submits a {@code RoundSpec}; {@code ServiceModel} tells it.
 */
package org.apache.hadoop.ozone.om.compaction.service;
