// SPDX-License-Identifier: Apache-2.0
/** Filters of requests to Recon, which run before the endpoints. */
package org.apache.hadoop.ozone.recon.api.compaction.filter;
