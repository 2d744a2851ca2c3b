// SPDX-License-Identifier: Apache-2.0
/**
 * Answers reads of an OM over HTTP, on OM's web server, behind its authentication. All answers are JSON.
 *
 * <ul>
 * <li>{@code CompactionServlet} asks {@code Readers} whether the user may read, and finds the {@code Endpoint} of the
 * path.
 * <li>An endpoint reads the {@code Parameters}, asks the planner or {@code NodeView}, and makes objects of the REST
 * model.
 * <li>{@code FirstRows} keeps the rows of one page, in a {@code RowOrder}.
 * <li>{@code CopiedDatabaseReads} answers the command's {@code --db}, without an OM and without HTTP.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.http;
