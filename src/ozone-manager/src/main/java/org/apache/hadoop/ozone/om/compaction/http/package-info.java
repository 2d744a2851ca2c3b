// SPDX-License-Identifier: Apache-2.0
/**
 * What an OM answers over HTTP: reads only, on its web server, behind its authentication.
 *
 * <pre>
 * CompactionServlet: who may ask, how many at once, errors as JSON
 *   one Endpoint per path: Parameters -> NodeView, planner, probes -> model of api-spec -> Reply
 *     RowOrder: which rows a page has
 *     PlaceProbe, SlowPlace, Words: how slow, and why, in a sentence
 * </pre>
 *
 * Nothing here changes anything; what does goes through {@code ratis}.
 */
package org.apache.hadoop.ozone.om.compaction.http;
