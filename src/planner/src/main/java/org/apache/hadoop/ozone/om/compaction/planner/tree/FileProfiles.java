// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/** Profiles of scanned SST files; metadata holds sums only. Called often, so it must return at once. */
@FunctionalInterface
public interface FileProfiles {
  /** No file was scanned. */
  FileProfiles UNKNOWN = file -> null;

  /** @return null if the file was not scanned, or could not be */
  FileProfile of(SstFile file);
}
