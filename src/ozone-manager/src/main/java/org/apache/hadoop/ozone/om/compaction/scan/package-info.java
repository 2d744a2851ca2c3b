// SPDX-License-Identifier: Apache-2.0
/**
 * Reads whole SST files, to count exactly and to verify checksums. Scans for requests run on their own thread at a
 * limited rate, scans of a turn on the turn's thread.
 */
package org.apache.hadoop.ozone.om.compaction.scan;
