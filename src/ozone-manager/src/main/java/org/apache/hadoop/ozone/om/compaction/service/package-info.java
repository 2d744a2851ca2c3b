// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service, which submits jobs (rounds) for all keys. {@code AutoService} makes a plan every few minutes,
 * and {@code RoundPolicy} decides whether a job is due, and why not.
 */
package org.apache.hadoop.ozone.om.compaction.service;
