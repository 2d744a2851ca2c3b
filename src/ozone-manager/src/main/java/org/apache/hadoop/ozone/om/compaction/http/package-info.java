// SPDX-License-Identifier: Apache-2.0
/**
 * What an OM answers over HTTP: reads only, on its web server, behind its authentication. Nothing here changes
 * anything; what does goes through {@code ratis}.
 *
 * <p>{@code CompactionHttpInitializer} brings {@code CompactionServlet} into the web server, where it finds the
 * {@code CompactionReads} of its OM: what it answers from. It lets in whom {@code Readers} allow to read, asks
 * {@code Endpoint} who answers the path, has few answered at a time, and writes answers and errors as JSON.
 *
 * <p>Who answers takes the {@code Parameters} of the request, asks the planner, or this OM through {@code NodeView},
 * and makes the contract's model of it. A page is the {@code FirstRows} of all in a {@code RowOrder}: of buckets those
 * that {@code BucketRows} makes one by one, as there may be a million; of ranges those of a plan. For what the page
 * shows, {@code PlaceProbe} measures how long a list waits and says why. {@code BucketRemarks},
 * {@code BeforeCompacting} and {@code RejectedRangeRows} say what the rows do not.
 */
package org.apache.hadoop.ozone.om.compaction.http;
