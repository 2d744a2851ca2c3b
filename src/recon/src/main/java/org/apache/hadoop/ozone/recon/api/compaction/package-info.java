// SPDX-License-Identifier: Apache-2.0
/**
 * The endpoints of {@code /api/v1/om/compaction} in Recon, one class for each group of paths. Recon finds them, because
 * it scans the packages below its own API. Requests come in as openapi.yaml declares them. Answers of the ring go out
 * as JSON, and the files of the page go out as they are.
 */
package org.apache.hadoop.ozone.recon.api.compaction;
