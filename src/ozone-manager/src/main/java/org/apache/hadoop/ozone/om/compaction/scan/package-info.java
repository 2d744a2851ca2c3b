// SPDX-License-Identifier: Apache-2.0
/**
 * Reads SST files, to count exactly and to verify checksums. Scans for requests have their own thread with a
 * limited rate.
 */
package org.apache.hadoop.ozone.om.compaction.scan;
