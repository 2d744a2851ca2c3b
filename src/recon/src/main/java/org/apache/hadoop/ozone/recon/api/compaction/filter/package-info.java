// SPDX-License-Identifier: Apache-2.0
/**
 * Filters of requests, which run before the endpoints. They check who may read and write, where writes come from, and
 * how long bodies take. Requests to Recon's HTTP server come in; they go on to the endpoints, or a refusal as JSON goes
 * out. One filter adds our script to Recon's start page.
 */
package org.apache.hadoop.ozone.recon.api.compaction.filter;
