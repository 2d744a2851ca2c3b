// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/**
 * Finds the profiles of scanned SST files, which tell where a file's tombstones lie. Called often, so it must return at
 * once.
 */
@FunctionalInterface
public interface FileProfiles {
  /** For a table of which no file was scanned. */
  FileProfiles UNKNOWN = file -> null;

  /** Returns the profile of a file; null if the file has not been scanned, or the scan failed. */
  FileProfile of(SstFile file);
}
