// SPDX-License-Identifier: Apache-2.0
/**
 * Answers reads of an OM over HTTP, on OM's web server. All answers are JSON.
 *
 * <ul>
 * <li>{@code CompactionServlet} checks the user and finds the {@code Endpoint} of the path.
 * <li>An endpoint reads the {@code Parameters} and answers with types of the contract ({@code ...Json}).
 * <li>{@code PlanModel}, {@code PlaceModel}, {@code ServiceModel} and {@code PressureModel} make these of plans,
 * places, the automatic service and gauges, {@code ModelMapper} of keys, files and remarks.
 * <li>{@code PlaceFacts} finds out whose keys a place is made of and what compacting it costs.
 * <li>{@code FirstRows} keeps the rows of one page, in a {@code RowOrder}.
 * <li>{@code CopiedDatabaseReads} answers without an OM.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.rest;
