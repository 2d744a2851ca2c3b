// SPDX-License-Identifier: Apache-2.0
/**
 * The automatic service, which submits jobs for all keys, called rounds. {@code AutoService} makes a plan every few
 * minutes, and {@code RoundPolicy} decides whether a round is due.
 */
package org.apache.hadoop.ozone.om.compaction.service;
