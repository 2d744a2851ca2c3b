// SPDX-License-Identifier: Apache-2.0
/**
 * What became of this OM's worst runs in the last week, and where they are going. In memory, each OM its own.
 *
 * <pre>
 * GaugesLoop's statistics, once an interval -> http.RowHistory -> RunHistory -> RunSeries: slope
 *                                              /buckets?history=true <-
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.history;
