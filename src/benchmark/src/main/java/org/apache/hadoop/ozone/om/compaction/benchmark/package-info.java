// SPDX-License-Identifier: Apache-2.0
/**
 * Measures what range compaction costs and gains beside its alternatives. In come sizes ({@code Size}), out go results
 * as JSON, a class of records for each benchmark. {@code Report} turns the results into claims that hold or do not, and
 * into the tables and plots of the documents.
 */
package org.apache.hadoop.ozone.om.compaction.benchmark;
