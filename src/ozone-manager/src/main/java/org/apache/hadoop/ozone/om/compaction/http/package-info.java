// SPDX-License-Identifier: Apache-2.0
/**
 * Answers reads of an OM over HTTP, on its web server, behind its authentication. A request comes in; JSON goes out.
 * Nothing here changes anything: writes go through {@code ratis}.
 *
 * <p>{@code CompactionHttpInitializer} adds {@code CompactionServlet} to the web server, where it finds the
 * {@code CompactionReads} of its OM. The servlet lets in whom {@code Readers} allow to read, finds the {@code Endpoint}
 * of the path, bounds the requests that are answered at a time, and writes answers and errors as JSON.
 *
 * <p>An endpoint takes the {@code Parameters} of the request, asks the planner, or this OM through {@code NodeView},
 * and makes the contract's model of it. A page is the {@code FirstRows} of all in a {@code RowOrder}: of buckets those
 * that {@code BucketRows} makes one by one, as there may be a million; of ranges those of a plan. Package
 * {@code slowlist} measures how long lists wait in the rows of a page. {@code BucketRemarks}, {@code BeforeCompacting}
 * and {@code RejectedRangeRows} make the remarks.
 *
 * <p>{@code CopiedDatabaseReads} has the endpoints of LSM trees answer the command's {@code --db}, without an OM and
 * without HTTP: they stand on {@code TreeReadContext}, which a database has too.
 */
package org.apache.hadoop.ozone.om.compaction.http;
