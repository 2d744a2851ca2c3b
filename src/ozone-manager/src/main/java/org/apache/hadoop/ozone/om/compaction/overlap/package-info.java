// SPDX-License-Identifier: Apache-2.0
/**
 * Decides whether two jobs may compact the same keys on the same OM. The specs of two jobs come in. The answer goes
 * out, the same on every OM, as it follows from the specs alone.
 */
package org.apache.hadoop.ozone.om.compaction.overlap;
