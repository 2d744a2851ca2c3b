// SPDX-License-Identifier: Apache-2.0
/**
 * Filters requests before the endpoints: who may ask, where a write may come from, how long a body may take. Requests
 * to Recon's HTTP server come in. They go on to the endpoints, or a refusal as JSON goes out; the script of our page
 * goes into Recon's own page.
 */
package org.apache.hadoop.ozone.recon.api.compaction.filter;
