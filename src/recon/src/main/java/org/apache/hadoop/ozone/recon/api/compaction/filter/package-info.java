// SPDX-License-Identifier: Apache-2.0
/**
 * Filters requests before the endpoints: checks who may read and write, where writes come from, and how long bodies
 * take. Requests to Recon's HTTP server come in; they go on to the endpoints, or a refusal as JSON goes out. Also adds
 * our script to Recon's own page.
 */
package org.apache.hadoop.ozone.recon.api.compaction.filter;
