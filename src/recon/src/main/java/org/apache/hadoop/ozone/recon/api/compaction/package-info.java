// SPDX-License-Identifier: Apache-2.0

/**
 * Range compaction in Recon: {@code /api/v1/om/compaction} as the contract's openapi.yaml has it, over the ring's
 * client. One class per endpoint. Recon finds them because it scans below its own API's package.
 */
package org.apache.hadoop.ozone.recon.api.compaction;
