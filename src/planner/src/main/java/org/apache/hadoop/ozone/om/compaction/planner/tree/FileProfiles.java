// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/** Finds the profiles of scanned SST files. Called often, so it must return at once. */
@FunctionalInterface
public interface FileProfiles {
  FileProfiles UNKNOWN = file -> null;

  /** Returns the profile of a file; null if the file has not been scanned, or the scan failed. */
  FileProfile of(SstFile file);
}
