// SPDX-License-Identifier: Apache-2.0
/**
 * Formats counts, sizes, times and keys for sentences ({@code ValueFormat}), and converts them to the contract's model
 * ({@code ModelMapper}).
 */
package org.apache.hadoop.ozone.om.compaction.text;
