// SPDX-License-Identifier: Apache-2.0
/**
 * Sends requests to one or several OMs, always within a time limit: over HTTP for reads, over OM's RPC for commands. An
 * address and a path, or a payload for the log, come in. Answers go out, or for each OM the reason why there is none.
 */
package org.apache.hadoop.ozone.om.compaction.client.transport;
