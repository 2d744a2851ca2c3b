// SPDX-License-Identifier: Apache-2.0
/** Reads SST files to count exactly and verify checksums; for requests on a thread of its own at a limited rate. */
package org.apache.hadoop.ozone.om.compaction.scan;
