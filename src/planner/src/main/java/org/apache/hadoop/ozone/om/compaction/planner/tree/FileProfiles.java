// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/** What scans have found in SST files, whose metadata tells sums only. Asked often; must answer at once. */
@FunctionalInterface
public interface FileProfiles {
  /** Nothing was scanned. */
  FileProfiles UNKNOWN = file -> null;

  /** @return null if the file was not scanned, or does not tell */
  FileProfile of(SstFile file);
}
