// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the keys of SST files in order. Inputs are files, and the keys between which to count. Outputs are exact
 * counts, whether a file is sound, and which files are still to be read. Scans for requests run on their own thread at
 * a limited rate, scans of a turn on the turn's thread.
 */
package org.apache.hadoop.ozone.om.compaction.scan;
