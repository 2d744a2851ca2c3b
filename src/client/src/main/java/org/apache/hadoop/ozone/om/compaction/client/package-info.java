// SPDX-License-Identifier: Apache-2.0
/**
 * One ring of OMs seen from outside: {@link org.apache.hadoop.ozone.om.compaction.client.Ring} is the way in. Queries
 * and job requests as in openapi.yaml come in; commands go on to the leader over OM's RPC, reads to every OM over HTTP.
 * Answers of several OMs go out merged, with the OMs that did not answer, or a refusal.
 */
package org.apache.hadoop.ozone.om.compaction.client;
