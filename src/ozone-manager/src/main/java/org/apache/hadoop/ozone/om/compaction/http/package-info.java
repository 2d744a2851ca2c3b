// SPDX-License-Identifier: Apache-2.0
/**
 * Answers reads of an OM over HTTP, on OM's web server, behind its authentication. All answers are JSON. This package
 * changes nothing: writes go through {@code ratis}.
 *
 * <p>{@code CompactionHttpInitializer} adds {@code CompactionServlet} to the web server, where the servlet finds the
 * {@code CompactionReads} of its OM. The servlet asks {@code Readers} whether the user may read, finds the {@code
 * Endpoint} of the path, bounds the number of requests that are answered at a time, and writes answers and errors as
 * JSON.
 *
 * <p>An endpoint takes the {@code Parameters} of the request. It asks the planner about LSM trees, or {@code NodeView}
 * about this OM and its jobs, and makes objects of the REST model. {@code FirstRows} keeps the rows of one page, in a
 * {@code RowOrder}. A row is a bucket or a range of a plan. {@code BucketRows} makes the rows of buckets one at a time,
 * as there may be a million. Package {@code slowlist} measures how slow lists are in the rows of a page. {@code
 * BucketRemarks}, {@code BeforeCompacting} and {@code RejectedRangeRows} make the remarks.
 *
 * <p>{@code CopiedDatabaseReads} answers the command's {@code --db} with the endpoints for LSM trees, without an OM and
 * without HTTP. These endpoints need only a {@code TreeReadContext}, which a database without an OM has too.
 */
package org.apache.hadoop.ozone.om.compaction.http;
