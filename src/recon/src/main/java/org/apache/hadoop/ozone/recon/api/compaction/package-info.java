// SPDX-License-Identifier: Apache-2.0
/**
 * The endpoints of {@code /api/v1/om/compaction} in Recon, one class for each group of paths. They are in this package,
 * because Recon scans only packages below its own API.
 */
package org.apache.hadoop.ozone.recon.api.compaction;
