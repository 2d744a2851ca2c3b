// SPDX-License-Identifier: Apache-2.0
/**
 * Answers reads of an OM over HTTP, on OM's web server. All answers are JSON.
 *
 * <ul>
 * <li>{@code CompactionServlet} checks the user and finds the {@code Endpoint} of the path.
 * <li>An endpoint reads the {@code Parameters} and makes objects of the REST model.
 * <li>{@code FirstRows} keeps the rows of one page, in a {@code RowOrder}.
 * <li>{@code CopiedDatabaseReads} answers without an OM.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.http;
