// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

/**
 * What one look at a large OM costs.
 *
 * @param threadMillis       processor time of the thread, median
 * @param ofCall             the same as a multiple of RocksDB's {@code getLiveFilesMetaData}
 * @param allocatedMegabytes by one look, median
 * @param aliveMegabytes     at the worst moment of some looks, one after the other
 */
public record LookCost(String look, double threadMillis, double ofCall, double allocatedMegabytes,
    double aliveMegabytes) { }
