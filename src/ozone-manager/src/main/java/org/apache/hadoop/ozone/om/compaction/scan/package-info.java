// SPDX-License-Identifier: Apache-2.0
/**
 * Reads SST files through. In come files and the keys to count between; out come exact counts, whether a file is sound,
 * and what is still to be read. Scans for readers run on a thread of their own at a limited rate, those of a turn on
 * the turn's thread.
 */
package org.apache.hadoop.ozone.om.compaction.scan;
