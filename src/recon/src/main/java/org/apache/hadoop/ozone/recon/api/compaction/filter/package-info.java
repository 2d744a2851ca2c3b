// SPDX-License-Identifier: Apache-2.0
/**
 * What stands before the endpoints: who may ask, where a write may come from, how long a body may take, and errors as
 * JSON; and the script in Recon's own page. Requests to Recon's HTTP server come in. They go on to the endpoints, or a
 * refusal goes out.
 */
package org.apache.hadoop.ozone.recon.api.compaction.filter;
